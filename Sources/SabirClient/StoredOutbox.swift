import Foundation
import Glibc
import SabirCore
import SabirProtocol

/// One guest's outbox on disk: its device secret and the drafts still to send. The file outlives the program.
///
/// A draft is handed to the kernel before it is sent (`write`, no `fdatasync`), so it survives a kill of this program
/// by any signal. A power cut within seconds may lose it: the writer sees the screen go dark, and waiting for the disk
/// would slow every line. Not Sendable: one chat owns it.
package final class StoredOutbox {
    package let device: GuestDevice
    /// Why nothing is stored on disk, in the system's words; nil if it is.
    package private(set) var fault: Sentence?
    /// The path of an unreadable file that was moved aside.
    package internal(set) var setAside: String?

    private var content: OutboxFile
    /// Drafts from before this program began.
    private var earlier: Set<MessageID>
    private let path: String?
    private let lock: FileLock?
    /// Whether the guest joins with a staff key: the outbox's own secret is then never sent, and the key is not stored
    /// here.
    private let isStaff: Bool
    private var descriptor: Int32 = -1
    private var records = 0

    /// An outbox in memory only: its drafts last as long as the program.
    package init(unkept name: String, because reason: Sentence) {
        let device = GuestDevice()
        self.device = device
        content = OutboxFile(head: .init(name: name, device: device.secret, room: nil, ways: []))
        (earlier, path, lock, fault, isStaff) = ([], nil, nil, reason, false)
    }

    /// Rewrites the file at once, so that it ends with a whole line and its modification time shows its use.
    init(_ content: OutboxFile, at path: String, holding lock: FileLock, isStaff: Bool = false) {
        self.content = content
        device = GuestDevice(secret: content.head.device, room: content.head.room)
        earlier = Set(content.journal.waiting.map(\.id))
        self.path = path
        self.lock = lock
        self.isStaff = isStaff
        rewrite()
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    package var journal: OutboxJournal { content.journal }
    /// Whether a waiting draft is young enough to be sent.
    package var hasSomethingToSend: Bool {
        let now = ClockReading.now().wall
        return journal.waiting.count > journal.expired(now: now).count
    }

    /// The name that finds this outbox again.
    package var name: String { content.head.name }
    var head: OutboxFile.Head { content.head }

    /// Whether the draft is stored on disk; otherwise it is kept in memory only and `fault` says why.
    package func keep(_ draft: KeptDraft) -> Bool {
        write(.said(draft))
        return fault == nil
    }

    /// Removes a draft that was answered, or that will get no answer.
    package func settle(_ id: MessageID) {
        guard content.journal.holds(id) else { return }
        earlier.remove(id)
        write(.settled(id))
    }

    /// Records the room, once known.
    ///
    /// - Parameter secret: the secret by which the room knows this device.
    /// - Returns: drafts written for another room that was reached under the same name or address; they must not be
    ///   sent to this one.
    package func setRoom(_ room: String, as secret: String) -> [KeptDraft] {
        let room = room.lowercased()
        let isOther = content.head.room.map { $0 != room } ?? false
        let device = isStaff ? content.head.device : secret
        guard content.head.room != room || content.head.device != device else { return [] }
        content.head.room = room
        content.head.device = device
        rewrite()
        return isOther ? journal.waiting.filter { earlier.contains($0.id) } : []
    }

    private func write(_ record: OutboxJournal.Record) {
        content.journal.apply(record)
        records += 1
        if fault == nil, journal.waiting.isEmpty, removeRecords() { return }
        if fault != nil || journal.isWorthRewriting(records: records) { return rewrite() }
        let end = lseek(descriptor, 0, SEEK_END)
        guard !FileSystem.write(OutboxFile.line(record), to: descriptor) else { return }
        fault = Sentence(ofDisk: errno)
        // Half a line would make the rest of the file unreadable.
        if end >= 0 { ftruncate(descriptor, end) }
    }

    /// Removes all records and keeps only the head, because the room now has every message.
    private func removeRecords() -> Bool {
        records = 0
        return ftruncate(descriptor, OutboxFile.line(content.head).count) == 0
    }

    /// Writes a new file and renames it over the old one: a killed process leaves one of the two, whole.
    private func rewrite() {
        guard let path else { return }
        let new = path + ".new"
        let file = open(new, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0o600)
        if file >= 0 { FolderOwner.give(file, toOwnerOf: (path as NSString).deletingLastPathComponent) }
        guard file >= 0, FileSystem.write(content.data, to: file), rename(new, path) == 0 else {
            fault = Sentence(ofDisk: errno)
            if file >= 0 { close(file) }
            unlink(new)
            return
        }
        if descriptor >= 0 { close(descriptor) }
        (descriptor, records, fault) = (file, journal.waiting.count, nil)
    }

}

extension Sentence {
    /// The end of a sentence that says why something is not on disk. `path` is only part of the English text.
    init(ofDisk code: Int32, at path: String? = nil) {
        let why = String(cString: strerror(code)).lowercased()
        self.init(
            path.map { "\($0): \(why)" } ?? why,
            as: [ENOSPC, EDQUOT].contains(code) ? "disk-full" : "disk-error")
    }
}
