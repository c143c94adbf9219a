import Foundation
import Glibc
import Logging
import SabirCore
import SabirRoom
import SabirProtocol
import Synchronization

/// Records what staff did and what was reported to them: who, what, when, one JSON object on each line. Never what
/// people wrote.
///
/// `audit.jsonl` in the state directory, mode 0600, append-only. Beyond a megabyte it is renamed to `audit.1.jsonl`,
/// and so on; the tenth is deleted.
final class AuditFile: Sendable {
    static let rotation = 1 << 20
    static let kept = 9
    /// Most lines that may wait for a hanging disk; further ones are counted and the number logged.
    static let waiting = 1_000

    private let path: String
    private let rotation: Int
    private let logger: Logger
    // Writes on a thread of its own, because the rooms' event loop must not wait for a disk.
    private let queue = DispatchQueue(label: "sabir.audit")
    private let pending = Mutex(0)

    init(stateDirectory: String, rotation: Int = AuditFile.rotation, logger: Logger) {
        path = stateDirectory + "/audit.jsonl"
        self.rotation = rotation
        self.logger = logger
    }

    /// `done` is called once, on any thread, when the line is on the disk or cannot be written.
    func append(_ entry: AuditEntry, at time: Date = Date(), done: @escaping @Sendable () -> Void = {}) {
        let isTaken = enqueue { [self] in
            write(entry, time)
            done()
        }
        guard !isTaken else { return }
        logger.error("an act of staff was not written down: the disk does not answer")
        done()
    }

    /// Runs `work` on the writing thread, before later entries. Skipped, and logged, if the disk hangs and too much
    /// waits.
    func before(_ work: @escaping @Sendable () -> Void) {
        if !enqueue(work) { logger.error("what was reported to staff is not stored: the disk does not answer") }
    }

    /// Returns when everything is written, or after two seconds.
    func flush() async {
        _ = await within(.seconds(2)) { [queue] in await queue.run {} }
    }

    /// False if too much waits.
    private func enqueue(_ work: @escaping @Sendable () -> Void) -> Bool {
        pending.withLock { pending in
            guard pending < Self.waiting else { return false }
            pending += 1
            queue.async { [self] in
                work()
                self.pending.withLock { $0 -= 1 }
            }
            return true
        }
    }

    private func write(_ entry: AuditEntry, _ time: Date) {
        rotateIfDue()
        guard let why = Self.append(entry, time, to: path) else { return }
        logger.error("an act of staff was not written down: \(why)")
    }

    /// Appends a whole line and flushes it to the disk, whoever else appends. Returns the reason on failure.
    fileprivate static func append(_ entry: AuditEntry, _ time: Date, to path: String) -> String? {
        guard let text = entry.line(at: time) else { return nil }
        do throws(PrivateFileError) {
            try PrivateFile(path: path).append(text, by: .several)
            return nil
        } catch {
            return error.description
        }
    }

    private func rotateIfDue() {
        var status = stat()
        guard stat(path, &status) == 0, Int(status.st_size) >= rotation else { return }
        for number in (1..<Self.kept).reversed() { rename(name(number), name(number + 1)) }
        rename(path, name(1))
    }

    private func name(_ number: Int) -> String { path.dropLast("jsonl".count) + "\(number).jsonl" }
}

/// Records what commands do to the staff list, in the same file as a running node. Only the node starts a new file when
/// this one is long, so that no line is lost.
package struct CommandAudit: Sendable {
    private let path: String

    package init(stateDirectory: String) { path = stateDirectory + "/audit.jsonl" }

    /// Returns when the line is on the disk, or returns why not. `what` as at the desk: `staff-add`, `staff-pin`,
    /// `staff-remove`; `staff-code`, without a name for a login like that of the shared PIN.
    package func write(_ what: String, _ name: String?) -> String? {
        let entry = AuditEntry(what, by: "command \(NSUserName())", in: nil, named: name.map(WireText.cleanName))
        return AuditFile.append(entry, Date(), to: path)
    }
}

extension AuditEntry {
    /// The line for the file; nil if it cannot be encoded.
    fileprivate func line(at time: Date) -> Data? {
        let line = Line(
            time: time.formatted(.iso8601), who: who, what: what, room: room?.name, roomID: room?.id,
            member: member?.rawValue, name: name, minutes: minutes, message: message?.description)
        return (try? JSONEncoder.sorted.encode(line)).map { $0 + [UInt8(ascii: "\n")] }
    }

    private struct Line: Encodable {
        let time, who, what: String
        let room, roomID, member, name: String?
        let minutes: Int?
        let message: String?
    }
}
