import SabirClient
import SabirProtocol

/// What this end has said and the room has not answered: on disk before it is sent, and shown as late once.
///
/// No clock of its own, and no file where its outbox has none.
struct UnansweredMessages {
    /// A person who sees no echo for so long is shown that the message is on its way.
    static let lateAfter = Duration.seconds(2)

    private let outbox: StoredOutbox
    /// Which of it a person has seen as still on its way.
    private var shownLate: Set<MessageID> = []
    private var hasToldFault = false

    /// What waits from earlier runs of this program was late then already.
    init(_ outbox: StoredOutbox) {
        self.outbox = outbox
        shownLate = Set(outbox.journal.waiting.map(\.id))
    }

    var waiting: [KeptDraft] { outbox.journal.waiting }
    var isFull: Bool { outbox.journal.isFull }
    /// Whether what waits outlives this program.
    var isKept: Bool { outbox.fault == nil }
    /// The name that has to be given to send what waits another time.
    var name: String { outbox.name }
    /// Where a file lies that could not be read and was moved aside.
    var setAside: String? { outbox.setAside }

    subscript(id: MessageID) -> KeptDraft? { waiting.first { $0.id == id } }

    mutating func keep(_ draft: KeptDraft) { _ = outbox.keep(draft) }

    /// It has had its answer, or will get none.
    mutating func settle(_ id: MessageID) {
        outbox.settle(id)
        shownLate.remove(id)
    }

    /// - Returns: what was written for another room, and is not to be said in this one.
    mutating func enter(_ room: RoomInfo, as secret: String) -> [KeptDraft] { outbox.setRoom(room.id, as: secret) }

    /// Those too old to be sent.
    ///
    /// - Parameter now: milliseconds since 1970.
    func expired(now: Int) -> [KeptDraft] { outbox.journal.expired(now: now) }

    /// Why messages are not kept, each time that it begins to be so.
    mutating func newFault() -> Sentence? {
        guard let fault = outbox.fault else {
            hasToldFault = false
            return nil
        }
        guard !hasToldFault else { return nil }
        hasToldFault = true
        return fault
    }

    // MARK: What takes long

    /// Those that were said so long ago, and not shown as late yet. From now on they were.
    ///
    /// - Parameter now: milliseconds since 1970; nil for all that waits.
    mutating func late(now: Int? = nil) -> [KeptDraft] {
        let old = now.map { $0 - Int(Self.lateAfter.components.seconds) * 1_000 }
        return waiting.filter { draft in
            old.map { draft.said <= $0 } ?? true && shownLate.insert(draft.id).inserted
        }
    }

    var hasUnshown: Bool { waiting.contains { !shownLate.contains($0.id) } }

    // MARK: One's own messages

    /// One's own message that is meant; 1 is the newest. What is still on its way is newer than all that the room has
    /// told, and what is about to be taken back is not counted any more.
    func own(back number: Int, before told: RecentLines) -> MessageID? {
        let gone = Set(waiting.compactMap { $0.revision?.isRetraction == true ? $0.revision?.line : nil })
        let counted = waiting.filter { $0.revision == nil && !gone.contains($0.id) }.map(\.id)
        if number <= counted.count { return counted[counted.count - number] }
        return told.own(back: number - counted.count, without: gone.union(counted))
    }
}
