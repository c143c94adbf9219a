import Foundation
import Glibc
import Logging
import SabirCore
import SabirProtocol
import Synchronization

/// The file of a `RelayCopy`, mode 0600, in the state directory's `relays/`. Requests run in order on a queue of its
/// own, because a room must not wait for a disk. Appends are not synchronized: the host has the room's log.
final class RelayCopyFile: Sendable {
    /// Most bytes that are read; 10,000 lines of 4,000 scalars take less.
    static let largest = 256 << 20
    private static let ending = ".copy"

    private let file: PrivateFile
    private let logger: Logger
    private let queue = DispatchQueue(label: "sabir.relay-copy")
    private let fault = Mutex<String?>(nil)

    /// `source`: the room's name in the configuration.
    init(of source: String, stateDirectory: String, logger: Logger) {
        file = PrivateFile(path: Self.folder(stateDirectory) + "/" + Self.name(of: source))
        self.logger = logger
    }

    private static func folder(_ stateDirectory: String) -> String { stateDirectory + "/relays" }

    /// A hash without leading zeros, because the configured text may have characters that a file's name may not.
    private static func name(of source: String) -> String {
        String(FNV1a(source).value, radix: 16) + ending
    }

    /// Removes the copies of rooms that should no longer have one.
    static func removeOthers(than sources: [String], stateDirectory: String) {
        let folder = folder(stateDirectory)
        let kept = Set(sources.map(name))
        for name in FileSystem.names(in: folder) where name.hasSuffix(ending) && !kept.contains(name) {
            unlink(folder + "/" + name)
        }
    }

    /// Whether the last write, if there was one, succeeded.
    var isFine: Bool { fault.withLock { $0 == nil } }

    /// Reads the copy; nil if there is no usable one. A fault is logged.
    func read(now: Int) async -> RelayCopy? {
        await queue.run { [self] in
            logger.attempt(orLog: .error, "the copy of the room is not used") {
                try file.read(atMost: Self.largest).flatMap { RelayCopy($0, now: now) }
            } ?? nil
        }
    }

    /// Replaces the content.
    func write(_ copy: RelayCopy, now: Int) {
        queue.async { [self] in
            do throws(PrivateFileError) {
                try file.write(copy.data(now: now))
                tell(nil)
            } catch {
                tell(error.description)
            }
        }
    }

    /// Appends lines.
    func append(_ lines: [Message]) {
        queue.async { [self] in
            do throws(PrivateFileError) {
                try file.append(RelayCopy.data(lines), by: .one)
            } catch {
                tell(error.description)
            }
        }
    }

    func remove() { queue.async { [self] in unlink(file.path) } }

    /// Waits until all earlier requests are done.
    func flush() async { await queue.run {} }

    private func tell(_ reason: String?) {
        let isNews = fault.withLock { fault in
            defer { fault = reason }
            return fault != reason
        }
        guard isNews else { return }
        if let reason { logger.error("the copy of the room on this side is in memory alone: \(reason)") }
    }
}
