import Foundation
import Glibc
import SabirCore
import SabirProtocol

/// One guest's place on this machine: its device secret and what it has still to send, on disk for as long as the
/// place is held and after.
///
/// A line is handed to the kernel before it is sent (`write`, no `fdatasync`): it outlives the death of this program by
/// any signal. A power cut within seconds may take it; who wrote it sees the screen go dark, and the wait for the disk
/// would be in every line. Not Sendable: one chat owns it.
package final class StoredOutbox {
    /// The device that this guest shows the room's host.
    package let device: GuestDevice
    /// Why nothing is kept, in the system's words; nil where it is.
    package private(set) var fault: Sentence?
    /// Where a file lies that could not be read and was moved aside.
    package internal(set) var setAside: String?

    private var content: OutboxFile
    /// Said before this program began.
    private var earlier: Set<MessageID>
    private let path: String?
    private let lock: FileLock?
    /// Who comes by a key: the place's own secret is said to nobody, and the key is not kept in it.
    private let isStaff: Bool
    private var descriptor: Int32 = -1
    private var records = 0

    /// Keeps nothing: what is said lasts as long as the program.
    package init(unkept name: String, because reason: Sentence) {
        let device = GuestDevice()
        self.device = device
        content = OutboxFile(head: .init(name: name, device: device.secret, room: nil, ways: []))
        (earlier, path, lock, fault, isStaff) = ([], nil, nil, reason, false)
    }

    /// Writes the file anew at once, so that it ends with a whole line and is known to be used.
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
    /// Whether something waits that is young enough to be sent.
    package var hasSomethingToSend: Bool {
        let now = Int(Date().timeIntervalSince1970 * 1_000)
        return journal.waiting.count > journal.expired(now: now).count
    }

    /// The name that has to be given to come to this place again.
    package var name: String { content.head.name }
    var head: OutboxFile.Head { content.head }

    /// Whether it is safe on disk now; where it is not, `fault` says why and it waits in memory alone.
    package func keep(_ draft: KeptDraft) -> Bool {
        write(.said(draft))
        return fault == nil
    }

    /// It has had its answer, or will get none.
    package func settle(_ id: MessageID) {
        guard content.journal.holds(id) else { return }
        earlier.remove(id)
        write(.settled(id))
    }

    /// Called when the room is known.
    ///
    /// - Parameter secret: by which it knows this device.
    /// - Returns: what was written for another room that was reached in the same way, which is not to be said in this
    ///   one.
    package func enter(room: String, as secret: String) -> [KeptDraft] {
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
        if fault == nil, journal.waiting.isEmpty, forgetAll() { return }
        if fault != nil || journal.isWorthRewriting(records: records) { return rewrite() }
        let end = lseek(descriptor, 0, SEEK_END)
        guard !FileSystem.write(OutboxFile.line(record), to: descriptor) else { return }
        fault = Sentence(ofDisk: errno)
        // Half a line would make the rest unreadable.
        if end >= 0 { ftruncate(descriptor, end) }
    }

    /// What has been said is the room's to keep: the head alone stays here.
    private func forgetAll() -> Bool {
        records = 0
        return ftruncate(descriptor, OutboxFile.line(content.head).count) == 0
    }

    /// A new file in the old one's place: whoever is killed meanwhile leaves one of the two, whole.
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
    /// The end of a sentence: why something is not on disk. `path`: where its English says so.
    init(ofDisk code: Int32, at path: String? = nil) {
        let why = String(cString: strerror(code)).lowercased()
        self.init(
            path.map { "\($0): \(why)" } ?? why,
            as: [ENOSPC, EDQUOT].contains(code) ? "disk-full" : "disk-error")
    }
}
