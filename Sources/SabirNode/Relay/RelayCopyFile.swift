import Foundation
import Glibc
import Logging
import SabirCore
import SabirProtocol
import Synchronization

/// The file of a `RelayCopy`, 0600, in `relays/` of the state directory. What is asked for is done in order, on a queue of
/// its own: a room does not wait for a disk. Appends are not synchronized: the room's log is the host's.
final class RelayCopyFile: Sendable {
    /// Bytes that are read at most: 10,000 lines of 4,000 scalars stay below.
    static let largest = 256 << 20
    private static let ending = ".copy"

    private let file: PrivateFile
    private let logger: Logger
    private let queue = DispatchQueue(label: "sabir.relay-copy")
    private let fault = Mutex<String?>(nil)

    /// `source`: the room as the configuration names it.
    init(of source: String, stateDirectory: String, logger: Logger) {
        file = PrivateFile(path: Self.folder(stateDirectory) + "/" + Self.name(of: source))
        self.logger = logger
    }

    private static func folder(_ stateDirectory: String) -> String { stateDirectory + "/relays" }

    /// A hash, without leading zeros: what the configuration says may hold anything, and a file's name may not.
    private static func name(of source: String) -> String {
        String(FNV1a(source).value, radix: 16) + ending
    }

    /// Takes away the copies of rooms that are no longer to have one.
    static func removeOthers(than sources: [String], stateDirectory: String) {
        let folder = folder(stateDirectory)
        let kept = Set(sources.map(name))
        for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        where name.hasSuffix(ending) && !kept.contains(name) {
            unlink(folder + "/" + name)
        }
    }

    /// False after a write that failed, until one succeeds.
    var isFine: Bool { fault.withLock { $0 == nil } }

    /// Nil where there is none that can be used, which is told to the log where that is a fault.
    func read(now: Int) async -> RelayCopy? {
        await withCheckedContinuation { continuation in
            queue.async { [self] in continuation.resume(returning: readNow(now)) }
        }
    }

    private func readNow(_ now: Int) -> RelayCopy? {
        do throws(PrivateFileError) {
            return try file.read(atMost: Self.largest).flatMap { RelayCopy($0, now: now) }
        } catch {
            logger.error("the copy of the room is not used: \(error)")
            return nil
        }
    }

    /// In place of what was there.
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

    /// Behind what was written last.
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

    /// Comes back when all is done that was asked for.
    func flush() async { await withCheckedContinuation { done in queue.async { done.resume() } } }

    private func tell(_ reason: String?) {
        let isNews = fault.withLock { fault in
            defer { fault = reason }
            return fault != reason
        }
        guard isNews else { return }
        if let reason { logger.error("the copy of the room on this side is in memory alone: \(reason)") }
    }
}
