import Foundation
import SabirCore

/// The encrypted beginning of an archive: a list of its content, in order.
package struct ArchiveManifest: Codable, Hashable, Sendable {
    package enum Place: String, Codable, Sendable {
        /// The state folder; the name is a path in it.
        case state
        /// The history's file, at the path in the configuration.
        case history
        /// The configuration; the name is its former path.
        case configuration
        /// A file named by the configuration; the name is its path, absolute or within the configuration's folder.
        case named
    }

    package struct Entry: Codable, Hashable, Sendable {
        package let place: Place
        package let name: String
        package let bytes: Int
        /// Hexadecimal.
        package let sha256: String
        /// The file's permissions, without its type.
        package let mode: UInt16
    }

    /// The version of the program that wrote the archive.
    package let sabir: String
    /// The node's name for people.
    package let node: String
    /// Milliseconds since 1970.
    package let made: Int
    /// Rooms in the history; 0 without one.
    package let rooms: Int
    /// Lines in the history; 0 without one.
    package let lines: Int
    package let entries: [Entry]

    /// Most bytes of a manifest.
    static let longest = 8 << 20

    /// The length in four bytes, big-endian, and the manifest as JSON.
    func encoded() throws(NodeError) -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        guard let json = try? encoder.encode(self), json.count <= Self.longest else {
            throw NodeError(description: "There are too many files in the state folder for a backup.")
        }
        return Data((0..<4).map { UInt8(json.count >> (24 - 8 * $0) & 255) }) + json
    }
}

extension ArchiveManifest {
    /// - Parameter name: the archive's name, for sentences.
    init(from reader: inout ArchiveReader, of name: String) throws(NodeError) {
        let length = try reader.read(4).reduce(0) { $0 << 8 | Int($1) }
        guard length <= Self.longest else { throw ArchiveFault.damaged(name) }
        guard let manifest = try? JSONDecoder().decode(Self.self, from: try reader.read(length)),
            manifest.entries.allSatisfy(\.isSound)
        else { throw ArchiveFault.damaged(name) }
        self = manifest
    }
}

extension ArchiveManifest.Entry {
    /// Whether the entry's path stays within its folder.
    fileprivate var isSound: Bool {
        guard bytes >= 0, !name.isEmpty, !name.utf8.contains(0) else { return false }
        return place != .state || Self.staysInside(name)
    }

    static func staysInside(_ path: String) -> Bool {
        path.split(separator: "/", omittingEmptySubsequences: false).allSatisfy { !["", ".", ".."].contains($0) }
    }
}
