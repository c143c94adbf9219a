import SabirCore

/// Secrets that others could read, guess or hear.
extension NodeConfiguration {
    func checkSecrets(at path: ConfigurationPath, in reader: inout ConfigurationReader) {
        let (web, irc, cluster) = (path / "web", path / "irc", path / "cluster")
        reader.checkPrivacy(ofFile: self.web.staffPINFile, at: web / "staff_pin_file")
        reader.checkPrivacy(of: self.web.tls, at: web / "tls")
        reader.checkPrivacy(of: self.irc.tls, at: irc / "tls")
        reader.checkPrivacy(ofFile: self.cluster.credentialsFile, at: cluster / "credentials_file")
        reader.checkPrivacy(ofFile: self.cluster.passwordFile, at: cluster / "password_file")
        reader.checkPrivacy(ofFile: self.cluster.tokenFile, at: cluster / "token_file")
        if let pin = self.web.staffPIN, let why = StaffPIN.weakness(of: pin) {
            let key = self.web.staffPINFile == nil ? "staff_pin" : "staff_pin_file"
            reader.warn("the PIN \(why); take six digits or more that nobody guesses", at: web / key)
        }
        if self.web.staffPINFile == nil {
            reader.checkPrivacyHere(of: self.web.staffPIN, at: web / "staff_pin", remedy: "staff_pin_file")
        }
        checkCluster(at: cluster, in: &reader)
    }

    /// Whoever reaches such a server reads and writes all rooms of the cluster, and whoever hears the network reads along.
    private func checkCluster(at path: ConfigurationPath, in reader: inout ConfigurationReader) {
        let outside = cluster.nats.filter { !Self.isOnThisMachine($0) }
        guard let server = outside.first, !cluster.usesTLS || cluster.login == .none else { return }
        let rooms = self.rooms.filter { $0.log == .nats }
        guard !rooms.isEmpty else { return }
        let lack =
            cluster.usesTLS
            ? "asks nobody who they are" : cluster.login == .none ? "has neither TLS nor a login" : "has no TLS"
        let closed = rooms.first { $0.password != nil }.map { ", also in \"\($0.name)\", which has a password" } ?? ""
        reader.warn(
            "\(server) \(lack) here: everybody on that network can read what is said\(closed); set tls = true and "
                + "credentials_file", at: path / "nats")
    }

    static func isOnThisMachine(_ server: String) -> Bool {
        let authority = server.drop { $0 != "/" }.drop { $0 == "/" }
        let host =
            authority.hasPrefix("[") ? authority.dropFirst().prefix { $0 != "]" } : authority.prefix { $0 != ":" }
        return host == "localhost" || IPAddress(String(host))?.isLoopback == true
    }
}

/// What makes a PIN easy to guess.
enum StaffPIN {
    static let leastLength = 6
    private static let common: Set<String> = [
        "159753", "951753", "147258", "258369", "147258369", "password", "passwort", "qwerty", "qwertz", "azerty",
        "abc123", "admin1", "secret", "letmein", "sabir1",
        "changeme", "not-a-real-pin",
    ]

    /// Doublings, Fibonacci's numbers, squares and primes, one after the other.
    private static let sequences = [
        "1248163264128256512", "0112358132134558914", "149162536496481100", "235711131719232931",
    ]

    /// Ends "the PIN …"; nil where nothing speaks against it.
    static func weakness(of pin: String) -> String? {
        if pin.utf8.count < leastLength { return "has fewer than \(leastLength) characters" }
        let characters = Array(pin.lowercased().utf8)
        return common.contains(pin.lowercased()) || hasAShape(characters) || isCounted(characters)
            ? "is one of the first that anybody tries" : nil
    }

    /// Nearly one character, a part said again, the same from behind, or each character twice.
    private static func hasAShape(_ pin: [UInt8]) -> Bool {
        let parts = (1...pin.count / 2).filter { pin.count % $0 == 0 }
        let isRepeated = parts.contains { part in pin.dropFirst(part).elementsEqual(pin.dropLast(part)) }
        let pairs = stride(from: 0, to: pin.count - 1, by: 2)
        let isDoubled = pin.count % 2 == 0 && pairs.allSatisfy { pin[$0] == pin[$0 + 1] }
        return Set(pin).count <= 2 || isRepeated || isDoubled || pin == pin.reversed()
    }

    /// Digits or letters by one step, numbers by one step, two years, or a known sequence.
    private static func isCounted(_ pin: [UInt8]) -> Bool {
        let steps = zip(pin, pin.dropFirst()).map { Int($1) - Int($0) }
        if Set(steps).count == 1 { return true }
        let zero = UInt8(ascii: "0")
        guard pin.allSatisfy({ $0 >= zero && $0 < zero + 10 }) else { return false }
        // After 9 comes 0.
        if Set(steps.map { ($0 + 10) % 10 }).count == 1 { return true }
        let digits = String(decoding: pin, as: UTF8.self)
        let years = [digits.prefix(4), digits.suffix(4)].allSatisfy { $0.hasPrefix("19") || $0.hasPrefix("20") }
        if pin.count == 8, years { return true }
        return sequences.contains { $0.contains(digits) } || isOfEvenNumbers(digits)
    }

    /// Three numbers or more, each as far from the last: 246810, 102030, 151413.
    private static func isOfEvenNumbers(_ digits: String) -> Bool {
        for length in 1...min(digits.count / 3, 6) {
            guard let first = Int(digits.prefix(length)) else { return false }
            for next in [length, length + 1] {
                guard let second = Int(digits.dropFirst(length).prefix(next)) else { continue }
                var (made, number) = (digits.prefix(length) + "", first)
                while made.count < digits.count {
                    number += second - first
                    guard number >= 0 else { break }
                    let text = String(number)
                    made += String(repeating: "0", count: max(0, length - text.count)) + text
                }
                if made == digits { return true }
            }
        }
        return false
    }
}
