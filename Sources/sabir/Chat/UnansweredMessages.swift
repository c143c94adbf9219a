import SabirClient
import SabirProtocol

/// Drafts that the room has not answered: stored on disk before they are sent, and shown as late once.
///
/// Has no clock of its own, and no file if its outbox has none.
struct UnansweredMessages {
    /// A person who sees no echo for this long is shown that the message is on its way.
    static let lateAfter = Duration.seconds(2)

    private let outbox: StoredOutbox
    /// Drafts that were shown as late.
    private var shownLate: Set<MessageID> = []
    private var hasToldFault = false

    /// Drafts from earlier runs of this program count as shown late already.
    init(_ outbox: StoredOutbox) {
        self.outbox = outbox
        shownLate = Set(outbox.journal.waiting.map(\.id))
    }

    var waiting: [KeptDraft] { outbox.journal.waiting }
    var isFull: Bool { outbox.journal.isFull }
    /// Whether waiting drafts outlive this program.
    var isKept: Bool { outbox.fault == nil }
    /// The name to join with to send the waiting drafts another time.
    var name: String { outbox.name }
    /// The path of an unreadable file that was moved aside.
    var setAside: String? { outbox.setAside }

    subscript(id: MessageID) -> KeptDraft? { waiting.first { $0.id == id } }

    mutating func keep(_ draft: KeptDraft) { _ = outbox.keep(draft) }

    /// Removes a draft that was answered, or that will get no answer.
    mutating func settle(_ id: MessageID) {
        outbox.settle(id)
        shownLate.remove(id)
    }

    /// - Returns: drafts that were written for another room and must not be sent to this one.
    mutating func setRoom(_ room: RoomInfo, as secret: String) -> [KeptDraft] { outbox.setRoom(room.id, as: secret) }

    /// Drafts too old to be sent.
    ///
    /// - Parameter now: milliseconds since 1970.
    func expired(now: Int) -> [KeptDraft] { outbox.journal.expired(now: now) }

    /// Why drafts are not stored on disk; once for each time that this begins.
    mutating func takeNewFault() -> Sentence? {
        defer { hasToldFault = outbox.fault != nil }
        return hasToldFault ? nil : outbox.fault
    }

    // MARK: What takes long

    /// Drafts that have waited too long and were not shown as late yet; marks them as shown.
    ///
    /// - Parameter now: milliseconds since 1970; nil for all that wait.
    mutating func takeLate(now: Int? = nil) -> [KeptDraft] {
        let old = now.map { $0 - Int(Self.lateAfter.components.seconds) * 1_000 }
        return waiting.filter { draft in
            old.map { draft.said <= $0 } ?? true && shownLate.insert(draft.id).inserted
        }
    }

    var hasUnshown: Bool { waiting.contains { !shownLate.contains($0.id) } }

    // MARK: One's own messages

    /// This person's own message by number, 1 being the newest. Drafts on their way count as newer than the room's
    /// lines, and a message about to be retracted is not counted.
    func own(back number: Int, before told: RecentLines) -> MessageID? {
        let gone = Set(waiting.compactMap { $0.revision?.isRetraction == true ? $0.revision?.line : nil })
        let counted = waiting.filter { $0.revision == nil && !gone.contains($0.id) }.map(\.id)
        if number <= counted.count { return counted[counted.count - number] }
        return told.own(back: number - counted.count, without: gone.union(counted))
    }
}
