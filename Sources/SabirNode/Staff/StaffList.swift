import Foundation
import SabirCore
import SabirTranslation
import SabirProtocol

/// The staff of a node: names, key fingerprints and PIN verifiers. The file `staff.json` in the state directory.
package struct StaffList: Codable, Hashable, Sendable {
    /// Most people and relays on the list.
    package static let capacity = 1_000
    static let maximumBytes = 1 << 20

    package struct Person: Codable, Hashable, Sendable {
        /// Cleaned like a member's name. Used in the list and the audit; the person's name in a room may differ.
        package let name: String
        /// Nil for a person with only a PIN.
        package internal(set) var key: String?
        package let since: Date
        /// `relay` for a node that may carry rooms, `interpreter` for a person who confirms translations and is no
        /// staff; nil for staff.
        package var role: String?
        /// A verifier's line; nil for a person without a PIN for the page.
        var pin: String?
        /// Whether the person may manage staff at the desk; nil for no.
        var manages: Bool?
        /// Who added the person, by their name in the audit; nil for a command.
        var by: String?

        package var isRelay: Bool { role == "relay" }
        package var isInterpreter: Bool { role == "interpreter" }
    }

    package internal(set) var staff: [Person] = []

    package func person(withKey key: String) -> Person? { staff.first { $0.key == key } }

    /// Throws a sentence if the name or key is taken or malformed.
    ///
    /// - Parameter role: as in `Person`.
    package mutating func add(_ name: String, key: String, role: String? = nil, at time: Date) throws(NodeError) {
        let name = try Self.clean(name)
        guard StaffKey.isFingerprint(key) else {
            throw NodeError(
                description: "\"\(key)\" is no key: it is the 43 characters that \"sabir staff key\" prints.")
        }
        if let known = person(withKey: key) {
            throw NodeError(description: "This key is on the list already, as \"\(known.name)\".")
        }
        // The same person gets a key for the terminal.
        if let index = index(of: name), staff[index].key == nil, staff[index].role == role {
            staff[index].key = key
            return
        }
        try makeRoom(for: name)
        staff.append(Person(name: name, key: key, since: time, role: role))
    }

    func index(of name: String) -> Int? {
        let wanted = WireText.cleanName(name).lowercased()
        return staff.firstIndex { $0.name.lowercased() == wanted }
    }

    /// Throws a sentence if the name cannot be added beside those on the list: names that look alike count as one.
    func makeRoom(for name: String) throws(NodeError) {
        let looks = Set(ConfusableName.keys(of: name))
        if let other = staff.first(where: { !looks.isDisjoint(with: ConfusableName.keys(of: $0.name)) }) {
            throw NodeError(description: "\"\(other.name)\" is on the list already. Choose another name.")
        }
        guard staff.count < Self.capacity else {
            throw NodeError(description: "The list holds \(Self.capacity) people, which is all it can.")
        }
    }

    /// Removes by name or key. Throws a sentence if there is no such person.
    @discardableResult
    package mutating func remove(_ nameOrKey: String) throws(NodeError) -> Person {
        let wanted = WireText.cleanName(nameOrKey).lowercased()
        guard let index = staff.firstIndex(where: { $0.key == nameOrKey || $0.name.lowercased() == wanted }) else {
            throw NodeError(description: "Nobody on the list is \"\(nameOrKey)\". See: sabir staff list.")
        }
        return staff.remove(at: index)
    }

    static func clean(_ name: String) throws(NodeError) -> String {
        do throws(WireFault) {
            return try WireText.name(name)
        } catch {
            throw NodeError(description: error.reason)
        }
    }
}

/// The staff list's file. A running node reads it again when it changes, so removed persons lose their rights.
package struct StaffFile: Sendable {
    package let path: String

    package init(stateDirectory: String) { path = stateDirectory + "/staff.json" }

    /// An empty list without a file. Throws a sentence if the file is unreadable.
    package func read() throws(NodeError) -> StaffList {
        guard let text = try PrivateFile(path: path).text(atMost: StaffList.maximumBytes) else { return StaffList() }
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        guard let list = try? decoder.decode(StaffList.self, from: Data(text.utf8)), list.isWhole else {
            throw NodeError(description: "\(path) is not a list of staff that Sabir wrote. Move it away to begin anew.")
        }
        return list
    }

    /// Reads, changes and writes the list, while no other command does.
    package func update<Value>(_ change: (inout StaffList) throws -> Value) throws -> Value {
        FileSystem.makeFolder((path as NSString).deletingLastPathComponent)
        guard let lock = try? FileLock(path + ".lock", patience: nil) else {
            throw NodeError(description: "\(path).lock cannot be opened by this user.")
        }
        defer { withExtendedLifetime(lock) {} }
        var list = try read()
        let value = try change(&list)
        try PrivateFile(path: path).write(try Self.text(list))
        return value
    }

    private static func text(_ list: StaffList) throws(NodeError) -> String {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .iso8601
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        guard let data = try? encoder.encode(list) else { throw NodeError(description: "The list cannot be encoded.") }
        return String(decoding: data, as: UTF8.self) + "\n"
    }

    /// Changes with the file; nil without a file.
    var mark: FileMark? { FileMark(path) }
}
