import Foundation
import Glibc
import SabirCore
import SabirRoom

/// What staff decided for the rooms of this node, over restarts: `moderation/ROOM.json` in the state directory, one small
/// file for each room, 0600, replaced in one step. There is none for a room in which nothing stands.
package struct ModerationFolder: Sendable {
    /// How long the file of a room that the node no longer has is kept: no ban lasts longer.
    static let patience = Duration.seconds(30 * 86_400)

    private let path: String

    package init(stateDirectory: String) { path = stateDirectory + "/moderation" }

    /// Throws a sentence where what was kept cannot be read: without it whoever was sent out would come in again.
    package func open(_ room: String) throws(NodeError) -> KeptModeration {
        let file = ModerationFile(path: path + "/\(room).json")
        return KeptModeration(store: file, past: try file.read())
    }

    /// Removes what is left of rooms that the node has not had for a month, and of writing that was cut short.
    package func tidy(besides rooms: Set<String>, now: Date = Date()) {
        for name in (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? [] {
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

/// One room's file. Written on a queue of its own: the rooms' event loop must not wait for a disk.
final class ModerationFile: ModerationStore {
    /// Far more than 1,000 bans, mutes and removals, and 2,000 devices, take.
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
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let data = try? encoder.encode(moderation) else { return "\(path) cannot be encoded." }
        let file = PrivateFile(path: path)
        do throws(PrivateFileError) {
            if moderation.isEmpty { try file.remove() } else { try file.write(data) }
        } catch {
            return error.description
        }
        // Whether it lasts through a loss of power is asked once more: staff are told only what does. A folder that is not
        // there has nothing in it.
        let failure = FileSystem.synchronize((path as NSString).deletingLastPathComponent)
        return failure.flatMap { $0 == ENOENT ? nil : "\(path): \(String(cString: strerror($0)))." }
    }
}
