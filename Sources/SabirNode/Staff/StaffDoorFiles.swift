import Crypto
import Foundation
import SabirCore
import SabirProtocol
import SabirWeb

/// From where staff logged in at the page, so that others' guesses keep nobody out there, over restarts too:
/// `staff-addresses.json` in the state directory, 0600.
struct StaffAddressFile: Sendable {
    /// Far more than 1,000 addresses take.
    private static let most = 1 << 20

    private let file: PrivateFile

    init(stateDirectory: String) { file = PrivateFile(path: stateDirectory + "/staff-addresses.json") }

    /// Throws a sentence where it cannot be read.
    func read() throws(NodeError) -> [WebKnownAddress] {
        guard let text = try file.text(atMost: Self.most) else { return [] }
        guard let known = try? JSONDecoder().decode([WebKnownAddress].self, from: Data(text.utf8)) else {
            throw NodeError(description: "\(file.path) is not what Sabir wrote there. It is begun anew.")
        }
        return known
    }

    func write(_ addresses: [WebKnownAddress]) throws(NodeError) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        let sorted = addresses.sorted { ($0.address, $0.person ?? "") < ($1.address, $1.person ?? "") }
        guard let data = try? encoder.encode(sorted) else { return }
        try file.write(String(decoding: data, as: UTF8.self))
    }
}

/// One code by which somebody of staff logs in at the page once, made at the node's computer by whoever runs Sabir
/// there: `staff-code.json` in the state directory, 0600. Another one takes its place.
///
/// Twelve digits for ten minutes: at a thousand tries a second somebody guesses one in a million such codes. So nothing
/// slows tries down, and nobody who has a code is kept waiting.
package struct StaffCodeFile: Sendable {
    package static let lifetime = 600
    private static let digits = 12
    private static let most = 4_096

    private struct Stored: Codable {
        /// SHA-256 of its digits.
        let code: String
        /// Nil for the shared PIN's login.
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

    /// As people read it, `4821-0093-7715`. Throws a sentence where the person is not on the list by a PIN.
    ///
    /// - Parameter name: of a person; nil to log in as the PIN does that all share.
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

    /// Whom it logs in; nil for one that is none, was used or is too old. Throws a sentence where that cannot be known,
    /// or the code could be used once more.
    func use(_ given: String, at now: Date = Date()) throws(NodeError) -> WebStaffCode? {
        guard let digits = Self.digits(of: given), let text = try file.text(atMost: Self.most),
            let stored = try? JSONDecoder().decode(Stored.self, from: Data(text.utf8)),
            // In a time that does not depend on where they differ.
            let kept = Base64URL.bytes(of: stored.code), Self.digest(digits) == kept
        else { return nil }
        do throws(PrivateFileError) {
            guard try file.remove() else { return nil }
        } catch {
            throw NodeError(description: error.description)
        }
        let left = stored.ends - Int(now.timeIntervalSince1970)
        guard (1...Self.lifetime).contains(left) else { return nil }
        return stored.name.map { .person($0) } ?? .house
    }

    static func isCode(_ given: String) -> Bool { digits(of: given) != nil }

    /// Of any script, with blanks and hyphens between them or none.
    private static func digits(of given: String) -> String? {
        guard given.utf8.count <= 100 else { return nil }
        let values = given.filter { !$0.isWhitespace && $0 != "-" }.map(\.wholeNumberValue)
        guard values.count == digits, values.allSatisfy({ $0.map((0...9).contains) ?? false }) else { return nil }
        return values.compactMap { $0.map(String.init) }.joined()
    }

    private static func digest(_ code: String) -> SHA256.Digest { SHA256.hash(data: Data(code.utf8)) }
}
