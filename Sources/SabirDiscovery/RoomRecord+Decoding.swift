import SabirCore

extension RoomRecord {
    private static let maximumHops = 8
    private static let fingerprintLength = 43

    /// Reads the strings of a TXT record. Unknown keys are ignored; a record that breaks the contract is rejected
    /// with a sentence that says why.
    package init(txt strings: [String]) throws(DiscoveryError) {
        let values = Self.values(of: strings)
        guard (values["txtvers"] ?? "1") == "1" else {
            throw .badRecord("The TXT record has a version this program does not know.")
        }
        guard values["proto"] == "1" else {
            throw .badRecord("The room does not say that it speaks protocol 1.")
        }
        guard let id = values["id"], Self.isUUID(id) else { throw .badRecord("The room id is not a UUID.") }
        guard let node = values["node"], !node.isEmpty else { throw .badRecord("The node id is missing.") }
        guard let authentication = values["auth"].flatMap(Authentication.init(rawValue:)) else {
            throw .badRecord("auth is neither none nor password.")
        }
        self.init(id: id, node: node, authentication: authentication)
        fingerprint = try Self.fingerprint(values)
        members = try Self.number(values["n"], "n", in: 0...Int(Int32.max)) ?? 0
        webPort = try Self.number(values["web"], "web", in: 1...Int(UInt16.max)).map(UInt16.init)
        relay = try Self.relay(values)
    }

    /// Keys are compared without case, the first of two equal keys counts, and a string without a key is skipped
    /// (RFC 6763 §6.4).
    private static func values(of strings: [String]) -> [String: String] {
        var values: [String: String] = [:]
        for string in strings {
            let parts = string.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let key = parts[0].lowercased()
            guard !key.isEmpty, values[key] == nil else { continue }
            values[key] = parts.count == 2 ? String(parts[1]) : ""
        }
        return values
    }

    /// TLS without a fingerprint is refused rather than read as plain text, which would be a downgrade.
    private static func fingerprint(_ values: [String: String]) throws(DiscoveryError) -> String? {
        guard let tls = values["tls"], tls != "0" else { return nil }
        guard tls == "1" else { throw .badRecord("tls is neither 0 nor 1.") }
        guard let text = values["fp"], text.utf8.count == fingerprintLength, Base64URL.isText(text) else {
            throw .badRecord("The room uses TLS but its fingerprint is missing or malformed.")
        }
        return text
    }

    private static func relay(_ values: [String: String]) throws(DiscoveryError) -> Relay? {
        guard let via = values["via"] else { return nil }
        guard !via.isEmpty, let hops = try number(values["hops"], "hops", in: 1...maximumHops) else {
            throw .badRecord("A relayed room must say via and hops.")
        }
        return Relay(via: via, hops: hops)
    }

    private static func number(
        _ text: String?, _ key: String, in range: ClosedRange<Int>
    ) throws(DiscoveryError) -> Int? {
        guard let text else { return nil }
        guard text.utf8.allSatisfy(isDigit), let number = Int(text), range.contains(number) else {
            throw .badRecord("\(key) is not a number from \(range.lowerBound) to \(range.upperBound).")
        }
        return number
    }

    private static func isUUID(_ text: String) -> Bool {
        let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        return parts.map(\.count) == [8, 4, 4, 4, 12] && parts.allSatisfy { $0.allSatisfy(isHexadecimal) }
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }

    private static func isHexadecimal(_ byte: UInt8) -> Bool {
        isDigit(byte) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte | 0x20)
    }
}
