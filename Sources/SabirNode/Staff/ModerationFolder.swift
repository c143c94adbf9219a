import Foundation
import Glibc
import SabirCore
import SabirRoom

/// Moderation of this node's rooms across restarts: `moderation/ROOM.json` in the state directory, one small file for
/// each room, mode 0600, replaced in one step. A room without any moderation has no file.
package struct ModerationFolder: Sendable {
    /// How long a removed room's file is kept: no ban lasts longer.
    static let patience = Duration.seconds(30 * 86_400)

    private let path: String

    package init(stateDirectory: String) { path = stateDirectory + "/moderation" }

    /// Throws a sentence if the file is unreadable: without it, banned members could join again.
    package func open(_ room: String) throws(NodeError) -> KeptModeration {
        let file = ModerationFile(path: path + "/\(room).json")
        return KeptModeration(store: file, past: try file.read())
    }

    /// Deletes files of rooms removed a month ago, and unfinished files.
    package func tidy(besides rooms: Set<String>, now: Date = Date()) {
        for name in FileSystem.names(in: path) {
            let file = path + "/" + name
            let isWhole = name.hasSuffix(".json")
            if isWhole, rooms.contains(String(name.dropLast(".json".count))) {
                utimensat(AT_FDCWD, file, nil, 0)
                continue
            }
            var status = stat()
            guard stat(file, &status) == 0 else { continue }
            let age = now.timeIntervalSince1970 - Double(status.st_mtim.tv_sec)
            if !isWhole || age > Self.patience / .seconds(1) { unlink(file) }
        }
    }
}

/// One room's file. Written on a queue of its own, because the rooms' event loop must not wait for a disk.
final class ModerationFile: ModerationStore {
    /// Most bytes; 1,000 bans, mutes and removals and 2,000 devices take far less.
    private static let most = 4 << 20

    private let path: String
    private let queue = DispatchQueue(label: "sabir.moderation")

    init(path: String) { self.path = path }

    func read() throws(NodeError) -> StoredModeration? {
        guard let text = try PrivateFile(path: path).text(atMost: Self.most) else { return nil }
        guard let stored = try? JSONDecoder().decode(StoredModeration.self, from: Data(text.utf8)) else {
            throw NodeError(
                description: "\(path) is not what Sabir wrote there: who is banned or muted, and whether the room is "
                    + "locked, is not known. Put a copy of it back, or move it away to begin without.")
        }
        return stored
    }

    func keep(_ moderation: StoredModeration, done: @escaping @Sendable (String?) -> Void) {
        queue.async { [self] in done(failure(ofWriting: moderation)) }
    }

    private func failure(ofWriting moderation: StoredModeration) -> String? {
        guard let data = try? JSONEncoder.sorted.encode(moderation) else { return "\(path) cannot be encoded." }
        let file = PrivateFile(path: path)
        do throws(PrivateFileError) {
            if moderation.isEmpty { try file.remove() } else { try file.write(data) }
        } catch {
            return error.description
        }
        // Flushes the folder too, because staff are only told what survives a power loss. A missing folder has nothing
        // in it.
        let failure = FileSystem.synchronize((path as NSString).deletingLastPathComponent)
        return failure.flatMap { $0 == ENOENT ? nil : "\(path): \(String(cString: strerror($0)))." }
    }
}
