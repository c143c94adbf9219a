import Foundation
import Glibc
import Logging
import SabirConfiguration
import SabirCore
import SabirSecurity

/// The identity of a node across restarts: its own id and its rooms' ids, stored in the state directory.
///
/// One process at a time owns the file. `sabir serve` and `sabir relay` do not start without it; only `sabir host`
/// continues with a temporary identity.
struct NodeIdentity: Codable, Sendable {
    private(set) var node = UUID()
    private(set) var rooms: [String: UUID] = [:]

    /// The id of a room without one in the configuration, the same at every start.
    mutating func id(ofRoom name: String) -> UUID {
        if let known = rooms[name] { return known }
        let new = UUID()
        rooms[name] = new
        return new
    }
}

/// The file of a node's identity, locked until it is released or deallocated.
final class IdentityFile: Sendable {
    private let path: String
    private let lock: FileLock

    /// Takes the directory's lock; nil if the directory is not writable or another process holds the lock.
    init?(directory: String) {
        FileSystem.makeFolder(directory)
        guard let lock = try? FileLock(directory + "/node.lock") else { return nil }
        self.lock = lock
        path = directory + "/identity.json"
    }

    /// Throws why a node could not own a state folder; keeps no lock on it.
    static func check(_ directory: String) throws(NodeError) {
        FileSystem.makeFolder(directory)
        do throws(FileLock.Failure) { _ = try FileLock(directory + "/node.lock") } catch {
            guard error.isHeld else { throw unwritable(directory, error.code) }
            throw NodeError(
                description: "The state folder \(directory) is in use by another node. End that one, or give this one "
                    + "a folder of its own: state_directory in [node].")
        }
        guard access(directory, W_OK | X_OK) == 0 else { throw unwritable(directory, errno) }
    }

    private static func unwritable(_ directory: String, _ code: Int32) -> NodeError {
        NodeError(
            description: "The state folder \(directory) cannot be written: "
                + "\(String(cString: strerror(code)).lowercased()). Let the user that runs Sabir write there, or name "
                + "another folder: state_directory in [node].")
    }

    /// The identity and its file, which stays locked. The file is nil, and a warning logged, if it is not available:
    /// then all ids are new.
    static func identity(
        for configuration: NodeConfiguration, _ logger: Logger
    ) throws(NodeError) -> (NodeIdentity, IdentityFile?) {
        let directory = configuration.node.stateDirectory
        let file = IdentityFile(directory: directory)
        var identity = try file?.read() ?? NodeIdentity()
        for room in configuration.rooms where room.id == nil { _ = identity.id(ofRoom: room.name) }
        if file == nil { logger.warning("\(Node.sentence(withoutFolder: directory))") }
        logger.attempt(orLog: .warning, "the ids of this node and its rooms cannot be kept in \(directory)") {
            try file?.write(identity)
        }
        return (identity, file)
    }

    /// Releases the lock for other processes. May be called more than once.
    func release() { lock.release() }

    /// Reads the file; a new identity if there is none. Throws if it is unreadable: new ids would make the rooms
    /// unknown, and no invite, pin or history would match.
    func read() throws(NodeError) -> NodeIdentity { try Self.peek(at: path) ?? NodeIdentity() }

    /// Reads a folder's file without locking it; nil if there is none.
    static func peek(in directory: String) throws(NodeError) -> NodeIdentity? {
        try peek(at: directory + "/identity.json")
    }

    /// The rooms' ids by name in a folder's file; empty without one.
    static func rooms(in directory: String) throws(SecurityError) -> [String: UUID] {
        do throws(NodeError) { return try peek(in: directory)?.rooms ?? [:] } catch {
            throw SecurityError(error.description)
        }
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

extension Node {
    /// The sentence for a node that continues without its state folder (`ownsFolder`).
    package static func sentence(withoutFolder directory: String) -> String {
        "The state folder \(directory) is in use by another node, or cannot be written. This node has new ids, and a new "
            + "key, for as long as it runs: whoever knows its rooms from before meets others. Give it a folder of its own: "
            + "state_directory in [node]."
    }
}
