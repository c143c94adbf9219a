import Foundation
import Glibc
import Logging
import SabirSecurity
import SabirWire

/// What a node is known by over restarts: its own id and those of its rooms, kept in the state directory.
///
/// One process at a time owns the file: a second node on the same directory, or one that may not write there, gets
/// an identity of its own for as long as it runs.
struct NodeIdentity: Codable, Sendable {
    private(set) var node = UUID()
    private(set) var rooms: [String: UUID] = [:]

    /// The id of a room that the configuration gives none; the same at every start.
    mutating func id(ofRoom name: String) -> UUID {
        if let known = rooms[name] { return known }
        let new = UUID()
        rooms[name] = new
        return new
    }
}

/// The file of a node's identity, locked (flock(2)) until it is released, or gone.
final class IdentityFile: Sendable {
    private let path: String
    private let lock: Int32

    /// Nil where the directory cannot be written, or another process holds it.
    init?(directory: String) {
        let manager = FileManager.default
        let mode: [FileAttributeKey: Any] = [.posixPermissions: 0o700]
        try? manager.createDirectory(atPath: directory, withIntermediateDirectories: true, attributes: mode)
        path = directory + "/identity.json"
        lock = open(directory + "/node.lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        // Where it fails `deinit` runs, too, and closes it.
        guard lock >= 0, flock(lock, LOCK_EX | LOCK_NB) == 0 else { return nil }
        FolderOwner.takes(lock, in: directory)
    }

    /// Lets another process have the file from now on. May be called any number of times.
    func release() { flock(lock, LOCK_UN) }

    deinit { Glibc.close(lock) }

    /// What is in the file; a new identity where there is no file yet. One that cannot be read is an error: with new ids
    /// the rooms would be others, and no invite, pin or history would match them.
    func read() throws(NodeError) -> NodeIdentity { try Self.peek(at: path) ?? NodeIdentity() }

    /// What is in a folder's file, whoever owns it; nil where there is none.
    static func peek(in directory: String) throws(NodeError) -> NodeIdentity? {
        try peek(at: directory + "/identity.json")
    }

    private static func peek(at path: String) throws(NodeError) -> NodeIdentity? {
        do {
            return try JSONDecoder().decode(NodeIdentity.self, from: Data(contentsOf: URL(fileURLWithPath: path)))
        } catch let error as CocoaError where error.code == .fileReadNoSuchFile {
            return nil
        } catch is DecodingError {
            throw NodeError(
                description:
                    "\(path) is damaged: the ids of this node and its rooms cannot be read from it. Put back a "
                    + "copy of it, or move it away: the rooms then get new ids, guests have to be invited anew, and the "
                    + "history kept so far stays with the old ones.")
        } catch {
            throw NodeError(
                description: "\(path) cannot be read: the ids of this node and its rooms are in it. Let the user that "
                    + "runs Sabir read it.")
        }
    }

    func write(_ identity: NodeIdentity) throws {
        try PrivateFile(path: path).write(JSONEncoder().encode(identity))
    }
}
