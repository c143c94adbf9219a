import Foundation
import Glibc
import Logging
import SabirCore
import SabirRoom
import SabirWire
import Synchronization

/// What staff did and what was reported to them, a line of JSON each: who, what, when. Never what people wrote.
///
/// `audit.jsonl` in the state directory, 0600 and only ever appended to. Past a megabyte it becomes `audit.1.jsonl`, and
/// so on; the tenth is deleted.
final class AuditFile: Sendable {
    static let rotation = 1 << 20
    static let kept = 9
    /// Lines that may wait for a disk that hangs; further ones are counted and told to the log.
    static let waiting = 1_000

    private let path: String
    private let rotation: Int
    private let logger: Logger
    // Written on a thread of its own: the rooms' event loop must not wait for a disk.
    private let queue = DispatchQueue(label: "sabir.audit")
    private let pending = Mutex(0)

    init(stateDirectory: String, rotation: Int = AuditFile.rotation, logger: Logger) {
        path = stateDirectory + "/audit.jsonl"
        self.rotation = rotation
        self.logger = logger
    }

    /// `done` is called once, on any thread: when the line is on the disk, or cannot be.
    func append(_ record: StaffRecord, at time: Date = Date(), done: @escaping @Sendable () -> Void = {}) {
        append(AuditLine(record, at: time), done: done)
    }

    func append(_ line: AuditLine, done: @escaping @Sendable () -> Void = {}) {
        guard begin() else {
            logger.error("an act of staff was not written down: the disk does not answer")
            return done()
        }
        queue.async { [self] in
            write(line)
            pending.withLock { $0 -= 1 }
            done()
        }
    }

    /// Runs on the thread that writes, before what is appended from now on. Where the disk hangs and too much waits, not
    /// at all: the log says so.
    func before(_ work: @escaping @Sendable () -> Void) {
        guard begin() else { return logger.error("what was reported to staff is not stored: the disk does not answer") }
        queue.async { [self] in
            work()
            pending.withLock { $0 -= 1 }
        }
    }

    /// Comes back when all is written, or after two seconds.
    func flush() async {
        let done = DispatchSemaphore(value: 0)
        queue.async { done.signal() }
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                _ = done.wait(timeout: .now() + 2)
                continuation.resume()
            }
        }
    }

    private func begin() -> Bool {
        pending.withLock { pending in
            guard pending < Self.waiting else { return false }
            pending += 1
            return true
        }
    }

    private func write(_ line: AuditLine) {
        rotateIfDue()
        guard let why = Self.append(line, to: path) else { return }
        logger.error("an act of staff was not written down: \(why)")
    }

    /// Whole and to the disk, behind what is there, whoever else appends. Why not, where that fails.
    fileprivate static func append(_ line: AuditLine, to path: String) -> String? {
        guard let text = line.text else { return nil }
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

/// What commands do to the list of staff, in the same file as what a running node writes down. Only the node begins the
/// file anew when it is long, so that no line of either is lost.
package struct CommandAudit: Sendable {
    private let path: String

    package init(stateDirectory: String) { path = stateDirectory + "/audit.jsonl" }

    /// Returns when it is on the disk; with why it is not there, where that fails. `what` as at the desk: `staff-add`,
    /// `staff-pin`, `staff-remove`.
    package func write(_ what: String, _ name: String) -> String? {
        AuditFile.append(AuditLine(what, WireText.cleanName(name), by: "command \(NSUserName())"), to: path)
    }
}

/// One line of the file.
struct AuditLine: Encodable, Sendable {
    let time: String
    let who: String
    let what: String
    /// Nil where it is about no room.
    let room: String?
    let roomID: String?
    let member: String?
    let name: String?
    let minutes: Int?
    let message: String?

    init(_ record: StaffRecord, at time: Date) {
        self.time = time.formatted(.iso8601)
        who = record.who
        what = record.what
        room = record.room.name
        roomID = record.room.id
        member = record.member?.rawValue
        name = record.name
        minutes = record.minutes
        message = record.message?.description
    }

    /// About staff themselves: `name` was made, taken off the list or given a PIN.
    init(_ what: String, _ name: String, by who: String, at time: Date = Date()) {
        self.time = time.formatted(.iso8601)
        (self.who, self.what, self.name) = (who, what, name)
        (room, roomID, member, minutes, message) = (nil, nil, nil, nil, nil)
    }

    /// With the line's end; nil where it cannot be encoded.
    var text: Data? {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return (try? encoder.encode(self)).map { $0 + [UInt8(ascii: "\n")] }
    }
}
