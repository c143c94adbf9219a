@testable import SabirCluster
import SabirProtocol

/// What one node heard of a room, and a way to wait for it.
actor Record {
    private(set) var lines: [ClusterLine] = []
    private(set) var ups: [String] = []
    private(set) var downs = 0
    private(set) var known: [MessageID: ClusterLine] = [:]
    private(set) var present: [MemberHere] = []
    private(set) var acts: [ModerationRecord] = []
    private(set) var erased: [Int] = []
    private(set) var refused: [MessageID] = []
    private var isUp = false
    private var waiting: [(condition: @Sendable (isolated Record) -> Bool, CheckedContinuation<Void, Never>)] = []

    var seqs: [Int] { lines.map(\.message.seq) }
    var ids: Set<MessageID> { Set(lines.map(\.message.id)) }
    var isFollowing: Bool { isUp }

    func hear(_ news: ClusterNews) {
        switch news {
        case .up(let epoch, _, let past):
            ups.append(epoch)
            lines += past
            isUp = true
        case .down:
            downs += 1
            isUp = false
        case .lines(let more): lines += more
        case .known(let line): known[line.message.id] = line
        case .taken(let id): refused.append(id)
        case .refused(let id, _): refused.append(id)
        case .present(let members): present = members
        case .acted(let act): acts.append(act)
        case .erased(let seqs): erased += seqs
        case .word, .behind: break
        }
        let ready = waiting.filter { $0.condition(self) }
        waiting.removeAll { $0.condition(self) }
        for (_, continuation) in ready { continuation.resume() }
    }

    /// Until the condition holds; the test's own limit ends what never comes.
    func wait(_ condition: @escaping @Sendable (isolated Record) -> Bool) async {
        guard !condition(self) else { return }
        await withCheckedContinuation { waiting.append((condition, $0)) }
    }
}

func line(_ text: String, by member: String = "m1", id: MessageID = MessageID()) -> ClusterLine {
    ClusterLine(
        id: id, member: MemberID(rawValue: member), from: "Ana", lang: LanguageTag("es")!, text: text,
        author: "a-\(member)")
}

extension ClusterLine {
    init(
        id: MessageID, member: MemberID, from: String, lang: LanguageTag, text: String, reply: MessageID? = nil,
        role: MemberRole? = nil, author: String? = nil, revision: Revision? = nil
    ) {
        let message = Message(
            seq: 0, id: id, ts: 0, member: member, from: from, lang: lang, text: text, reply: reply, role: role,
            revision: revision)
        self.init(message: message, author: author)
    }

    var member: MemberID { message.member }
    var from: String { message.from }
    var lang: LanguageTag { message.lang }
    var text: String { message.text }
    var revision: Revision? { message.revision }
}

extension ClusterRoom {
    /// The line with this id in the stream. Throws where the cluster does not answer.
    nonisolated func line(_ id: MessageID) async throws -> ClusterLine? { try await ask { try $0.line(id) } }
}
