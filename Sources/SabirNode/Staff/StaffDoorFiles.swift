import Crypto
import Foundation
import SabirCore
import SabirWeb

/// Addresses from which staff logged in at the page, across restarts, so that others' guesses do not lock staff out:
/// `staff-addresses.json` in the state directory, mode 0600.
struct StaffAddressFile: Sendable {
    /// Most bytes of the file; 1,000 addresses take far less.
    private static let most = 1 << 20

    private let file: PrivateFile

    init(stateDirectory: String) { file = PrivateFile(path: stateDirectory + "/staff-addresses.json") }

    /// Throws a sentence if the file is unreadable.
    func read() throws(NodeError) -> [WebKnownAddress] {
        guard let text = try file.text(atMost: Self.most) else { return [] }
        guard let known = try? JSONDecoder().decode([WebKnownAddress].self, from: Data(text.utf8)) else {
            throw NodeError(description: "\(file.path) is not what Sabir wrote there. It is begun anew.")
        }
        return known
    }

    func write(_ addresses: [WebKnownAddress]) throws(NodeError) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let sorted = addresses.sorted { ($0.address, $0.person ?? "") < ($1.address, $1.person ?? "") }
        guard let data = try? encoder.encode(sorted) else { return }
        try file.write(String(decoding: data, as: UTF8.self))
    }
}

/// A code for one login as staff at the page, made by the administrator at the node's computer: `staff-code.json` in
/// the state directory, mode 0600. A new code replaces it.
///
/// Twelve digits for ten minutes: at a thousand guesses a second, one in a million codes is guessed. So guesses need
/// not be slowed down, and nobody with a code has to wait.
package struct StaffCodeFile: Sendable {
    /// How long a code can be used, in seconds.
    package static let lifetime = 600
    private static let digits = 12
    private static let most = 4_096

    private struct Stored: Codable {
        /// SHA-256 of the digits.
        let code: String
        /// Who is logged in by the code; nil for a login as by the shared PIN.
        let name: String?
        /// Seconds since 1970.
        let ends: Int
    }

    private let file: PrivateFile
    private let list: StaffFile

    package init(stateDirectory: String) {
        file = PrivateFile(path: stateDirectory + "/staff-code.json")
        list = StaffFile(stateDirectory: stateDirectory)
    }

    /// The code for people, like `4821-0093-7715`. Throws a sentence if the person is not on the list with a PIN.
    ///
    /// - Parameter name: the person; nil to log in as with the shared PIN.
    package func make(for name: String?, at now: Date = Date()) throws(NodeError) -> String {
        var person: StaffList.Person?
        if let name {
            let known = try list.read()
            person = known.index(of: name).map { known.staff[$0] }
            guard let person, !person.isRelay, person.hasPIN else {
                throw NodeError(description: "Nobody on the list is \"\(name)\" with a PIN. See: sabir staff list.")
            }
        }
        let drawn = (0..<Self.digits).map { _ in String(Int.random(in: 0...9)) }.joined()
        let stored = Stored(
            code: Base64URL.text(of: Self.digest(drawn)), name: person?.name,
            ends: Int(now.timeIntervalSince1970) + Self.lifetime)
        guard let data = try? JSONEncoder().encode(stored) else {
            throw NodeError(description: "The code cannot be encoded.")
        }
        try file.write(String(decoding: data, as: UTF8.self))
        return stride(from: 0, to: Self.digits, by: 4).map { String(drawn.dropFirst($0).prefix(4)) }
            .joined(separator: "-")
    }

    /// The login for a code; nil if the code is wrong, used or expired. Throws a sentence if this cannot be determined,
    /// or the code could be used again.
    func use(_ given: String, at now: Date = Date()) throws(NodeError) -> WebStaffCode? {
        guard let digits = Self.digits(of: given), let text = try file.text(atMost: Self.most),
            let stored = try? JSONDecoder().decode(Stored.self, from: Data(text.utf8)),
            // Compared in constant time.
            let kept = Base64URL.bytes(of: stored.code), Self.digest(digits) == kept
        else { return nil }
        guard try orNodeError({ try file.remove() }) else { return nil }
        let left = stored.ends - Int(now.timeIntervalSince1970)
        guard (1...Self.lifetime).contains(left) else { return nil }
        return stored.name.map { .person($0) } ?? .house
    }

    static func isCode(_ given: String) -> Bool { digits(of: given) != nil }

    /// Accepts digits of any script, with or without blanks and hyphens.
    private static func digits(of given: String) -> String? {
        guard given.utf8.count <= 100 else { return nil }
        let values = given.filter { !$0.isWhitespace && $0 != "-" }.map(\.wholeNumberValue)
        guard values.count == digits, values.allSatisfy({ $0.map((0...9).contains) ?? false }) else { return nil }
        return values.compactMap { $0.map(String.init) }.joined()
    }

    private static func digest(_ code: String) -> SHA256.Digest { SHA256.hash(data: Data(code.utf8)) }
}
