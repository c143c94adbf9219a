import NIOCore
import SabirProtocol

@testable import SabirClient
@testable import SabirRoom

/// A guest, everything its front end was told, and what its client keeps over a restart.
struct SimulatedGuest {
    let name: String
    private let seed: UInt64
    var state: GuestState
    var connection: Int?
    private(set) var isOver = false
    /// Over for want of a connection alone: whoever sits there starts the client again.
    private(set) var hasGivenUp = false
    /// Ids in the order they were said, in every life.
    private(set) var said: [MessageID] = []
    /// Those of it that correct a line or take one back.
    private var revisions: Set<MessageID> = []
    /// What the client has on its disk: written before it is sent, struck out once it is answered.
    private var journal: [Draft] = []
    private var lastAnswered: Draft?
    private(set) var lives = 1

    /// What this life, since its newest entry, has shown.
    private(set) var heard: [Message] = []
    private(set) var gaps: [ClosedRange<Int>] = []
    /// Newest number when it came in, and in which epoch; later entries where a numbering began anew.
    private(set) var entries: [(epoch: String, seq: Int)] = []
    /// What any life was shown, and what of its own was acknowledged.
    private(set) var shown: [Message] = []
    private(set) var acknowledged: [MessageID] = []
    private(set) var refused: [WireFault] = []
    private(set) var me: MemberID?
    private(set) var topic = ""
    private(set) var notice: Notice?
    private(set) var unclear: [Unclear] = []
    private(set) var calls = 0
    private(set) var clearings = 0

    init(name: String, now: NIODeadline, seed: UInt64) {
        self.name = name
        self.seed = seed
        state = GuestState(hello: .of(name), now: now, seed: seed)
    }

    var isAtRest: Bool { isOver || (state.phase == .member && state.outbox.isEmpty) }

    /// The draft that is said next, safe in the journal.
    mutating func draft(_ id: MessageID, _ text: String, _ revision: Revision? = nil) -> Draft {
        let draft = Draft(id: id, text: revision?.isRetraction == true ? "" : text, revision: revision)
        said.append(id)
        if revision != nil { revisions.insert(id) }
        journal.append(draft)
        return draft
    }

    /// The client is killed and starts again; what its journal holds is to be said anew. `tornJournal`: it was killed
    /// before the last answered draft was struck out.
    mutating func restart(tornJournal: Bool, now: NIODeadline) -> [Draft] {
        if tornJournal, let lastAnswered { journal.insert(lastAnswered, at: 0) }
        lastAnswered = nil
        lives += 1
        state = GuestState(hello: .of(name), now: now, seed: seed &+ UInt64(lives))
        (isOver, hasGivenUp, connection, entries, heard, gaps) = (false, false, nil, [], [], [])
        return journal
    }

    /// A client that trusts the network strikes out what it has sent.
    mutating func strikeOut(_ id: MessageID?) {
        guard let index = journal.firstIndex(where: { $0.id == id }) else { return }
        lastAnswered = journal.remove(at: index)
    }

    mutating func end() { isOver = true }

    mutating func hear(_ event: RoomEvent) {
        switch event {
        case .welcome(let welcome): enter(welcome, anew: true)
        case .reconnected(let welcome, let resumed): enter(welcome, anew: !resumed)
        case .message(let message, let own): hear(message, own)
        case .refused(let fault):
            strikeOut(fault.id)
            // Too late for that, as after a jump of the clock or a restart: the room has taken nothing of it. Of other
            // lines that is said about a call.
            if fault.code == .badPacket, let id = fault.id, revisions.contains(id) {
                said.removeAll { $0 == fault.id }
            } else {
                refused.append(fault)
            }
        case .gap(let gap): gaps.append(gap)
        case .packet(.notice(let notice)): self.notice = notice.text.isEmpty ? nil : notice
        case .packet(.acted(let acted)): hear(acted)
        case .packet(.unclear(let unclear)): self.unclear.append(unclear)
        case .packet(.person): calls += 1
        case .ended(let fault): hasGivenUp = fault?.code == .unreachable
        default: break
        }
    }

    private mutating func enter(_ welcome: Welcome, anew: Bool) {
        me = welcome.member
        topic = welcome.room.topic
        notice = nil
        guard anew else { return }
        entries.append((welcome.epoch, welcome.seq))
        heard = []
        gaps = []
    }

    private mutating func hear(_ message: Message, _ own: Bool) {
        heard.append(message)
        shown.append(message)
        guard own else { return }
        strikeOut(message.id)
        acknowledged.append(message.id)
    }

    private mutating func hear(_ acted: ModerationEvent) {
        if acted.act == .topic { topic = acted.text ?? "" }
        guard acted.act == .clear else { return }
        clearings += 1
        heard = []
    }
}
