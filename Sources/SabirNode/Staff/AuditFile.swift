import Foundation
import Glibc
import Logging
import SabirRooms
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
        guard begin() else {
            logger.error("an act of staff was not written down: the disk does not answer")
            return done()
        }
        let line = AuditLine(record, at: time)
        queue.async { [self] in
            write(line)
            pending.withLock { $0 -= 1 }
            done()
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
        guard let text = line.text else { return }
        rotateIfDue()
        let file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0o600)
        if file >= 0 { FolderOwner.takes(file, in: (path as NSString).deletingLastPathComponent) }
        guard file >= 0, Glibc.write(file, text, text.count) == text.count, fdatasync(file) == 0 else {
            let why = String(cString: strerror(errno))
            if file >= 0 { close(file) }
            return logger.error("an act of staff was not written down in \(path): \(why)")
        }
        close(file)
    }

    private func rotateIfDue() {
        var status = stat()
        guard stat(path, &status) == 0, Int(status.st_size) >= rotation else { return }
        for number in (1..<Self.kept).reversed() { rename(name(number), name(number + 1)) }
        rename(path, name(1))
    }

    private func name(_ number: Int) -> String { path.dropLast("jsonl".count) + "\(number).jsonl" }
}

/// One line of the file.
struct AuditLine: Encodable, Sendable {
    let time: String
    let who: String
    let what: String
    let room: String
    let roomID: String
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

    /// With the line's end; nil where it cannot be encoded.
    var text: [UInt8]? {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return (try? encoder.encode(self)).map { Array($0) + [UInt8(ascii: "\n")] }
    }
}
