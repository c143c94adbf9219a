import NIOCore
import SabirFeed
import SabirProtocol

@testable import SabirRoom
@testable import SabirWeb

/// A room in memory, as the node would host one.
actor FakeRoom: WebRoom {
    nonisolated let id: String
    var facts: RoomFacts
    var isClosed: Bool { facts.isClosed }
    private var messages: [Message] = []
    private var roster: [MemberInfo] = []
    private var devices: [String: MemberInfo] = [:]
    private var seats: [HostedRoom.Seat: HostedRoom.Entry] = [:]
    private var lastConnection: UInt64 = 0
    private var listeners: [AsyncStream<RoomNews>.Continuation] = []
    private(set) var acts: [ModerationAction] = []
    /// That acts are done and cannot be stored.
    private var unkept: WireFault?
    private(set) var devicesSeen: [String] = []
    private var refusal: WireFault?
    private var newcomersSee = 0
    /// Those who are on their way in at once, and the most that ever were. Each lets others go first for a while.
    private var entering = (now: 0, most: 0)
    private var isSlow = false
    /// Everybody's call for help.
    private var call: HelpCall?

    init(_ name: String, id: String, isPrivate: Bool = false) {
        self.id = id
        facts = RoomFacts(info: RoomInfo(id: id, name: name), epoch: "epoch1", isPrivate: isPrivate)
    }

    func set(_ change: (inout RoomFacts) -> Void) {
        change(&facts)
        tell(.settings)
    }

    /// Lines from before their coming.
    func setNewcomersSee(_ lines: Int) { newcomersSee = lines }

    func enterSlowly() { isSlow = true }

    func setCall(_ call: HelpCall) { self.call = call }

    var mostEntering: Int { entering.most }

    func refuseAll(_ fault: WireFault?) { refusal = fault }

    func listen(speakingForMembers: Bool) -> AsyncStream<RoomNews> {
        let (stream, listener) = AsyncStream.makeStream(of: RoomNews.self)
        listeners.append(listener)
        return stream
    }

    func tell(_ news: RoomNews) {
        if case .everybody(.notice(let notice)) = news { facts.notice = notice.text.isEmpty ? nil : notice }
        for listener in listeners { listener.yield(news) }
    }

    /// As if the page had read too slowly: its news end, and what follows is missed.
    func loseListeners() {
        for listener in listeners { listener.finish() }
        listeners = []
    }

    func lines(after seq: Int) -> [Message] { messages.filter { $0.seq > seq } }

    /// How often lines were asked for by their numbers.
    private(set) var readings = 0

    func lines(_ numbers: ClosedRange<Int>) -> [Message] {
        readings += 1
        return messages.filter { numbers.contains($0.seq) }
    }

    func lines(_ request: HistoryRequest, for seat: HostedRoom.Seat) -> HistoryPage {
        lines(request, from: seats[seat]?.firstVisibleSeq ?? 0)
    }

    func lines(_ request: HistoryRequest, from first: Int) -> HistoryPage {
        let (before, limit) = (request.before ?? .max, request.limit)
        let older = messages.filter { $0.seq < before && $0.seq >= first }
        return HistoryPage(before: before, messages: older.suffix(limit), more: older.count > limit)
    }

    nonisolated func isOverBudget(_ seq: Int) -> Bool { false }
    nonisolated func isOpen(over connection: any Channel) -> Bool { true }
    func confirmations(of lines: [Message]) -> [Message] { [] }

    private var mayRead = true

    /// From now on everybody has read more than is translated for one.
    func readNoMore() { mayRead = false }

    func overBudget(_ lines: [Message], readBy seat: HostedRoom.Seat) -> Set<Int> {
        mayRead ? [] : Set(lines.map(\.seq))
    }

    func forgetLines(before seq: Int) { messages.removeAll { $0.seq < seq } }

    func readers(besides: Set<MemberID>) -> [LanguageTag: [Int: Int]] {
        roster.filter { !besides.contains($0.id) }.reduce(into: [:]) { $0[$1.lang, default: [:]][1, default: 0] += 1 }
    }

    func present(_ members: Set<MemberID>) -> Set<MemberID> { members.intersection(roster.map(\.id)) }

    /// The room puts a member out.
    func remove(_ member: MemberID) {
        roster.removeAll { $0.id == member }
        count()
        tell(.removed(member, WireFault(.banned, "You are banned from this room.", fatal: true)))
    }

    func members(after: MemberID?) -> (members: [MemberInfo], more: Bool) {
        let rest = roster.filter { $0.id > after ?? MemberID(rawValue: "") }
        return (Array(rest.prefix(100)), rest.count > 100)
    }

    func enterOrStay(
        _ hello: Hello, address: String, role: MemberRole?, person: String?, comesWithStaff: Bool
    ) async throws(WireFault) -> HostedRoom.Entry {
        if let refusal { throw refusal }
        if isSlow {
            entering.now += 1
            entering.most = max(entering.most, entering.now)
            for _ in 0..<100 { await Task.yield() }
            entering.now -= 1
        }
        let device = hello.device ?? ""
        devicesSeen.append(device)
        guard !facts.isLocked || role != nil || comesWithStaff || devices[device].map(roster.contains) == true else {
            throw WireFault(.locked, "The room is locked.", fatal: true)
        }
        lastConnection += 1
        let known = devices[device]
        let id = known?.id ?? MemberID(rawValue: "m\(lastConnection)")
        let member = MemberInfo(id: id, name: hello.name, lang: hello.lang, role: role)
        devices[device] = member
        if let at = roster.firstIndex(where: { $0.id == id }) {
            let isNews = roster[at] != member
            roster[at] = member
            count()
            if isNews { tell(.changed(member, n: roster.count)) }
        } else {
            roster.append(member)
            count()
            tell(.joined(member, n: roster.count))
        }
        let entry = HostedRoom.Entry(
            member, connection: lastConnection, epoch: facts.epoch, seq: facts.seq,
            firstVisibleSeq: max(0, facts.seq - newcomersSee) + 1)
        seats = seats.filter { $0.key.member != id }
        seats[entry.seat] = entry
        return entry
    }

    func resumeToken(of seat: HostedRoom.Seat) -> String? { "1.start.\(id)==" }

    func endStaff(on seat: HostedRoom.Seat) -> MemberInfo? {
        guard let at = roster.firstIndex(where: { $0.id == seat.member }) else { return nil }
        roster[at].role = nil
        tell(.changed(roster[at], n: roster.count))
        return roster[at]
    }

    func addStream(of seat: HostedRoom.Seat) {}
    func removeStream(of seat: HostedRoom.Seat) {}

    func leave(_ seat: HostedRoom.Seat) {
        guard let member = seats.removeValue(forKey: seat)?.info else { return }
        roster.removeAll { $0.id == member.id }
        count()
        tell(.left(member, n: roster.count))
    }

    private func member(on seat: HostedRoom.Seat) throws(WireFault) -> MemberInfo {
        guard let entry = seats[seat] else { throw WireFault.noLongerIn }
        return entry.info
    }

    private func count() {
        facts.n = roster.count
        facts.langs = roster.reduce(into: [:]) { $0[$1.lang, default: 0] += 1 }
    }

    func say(_ draft: Draft, from seat: HostedRoom.Seat) throws(WireFault) -> Message {
        if let refusal { throw refusal }
        if let known = messages.first(where: { $0.id == draft.id }) {
            guard known.member == seat.member else { throw WireFault(.duplicateID, "Another has that id.") }
            return known
        }
        let member = try member(on: seat)
        return say(draft.text, draft.lang ?? member.lang, by: member, id: draft.id, reply: draft.reply)
    }

    /// Says something as somebody at a terminal does.
    @discardableResult func say(
        _ text: String, _ lang: LanguageTag = "es",
        by member: MemberInfo = MemberInfo(id: .anna, name: "Anna", lang: "es"), id: MessageID? = nil,
        reply: MessageID? = nil
    ) -> Message {
        facts.seq += 1
        let message = Message(
            seq: facts.seq, id: id ?? MessageID(), ts: 1_000 + facts.seq, member: member.id, from: member.name,
            lang: lang, text: text, reply: reply)
        messages.append(message)
        tell(.message(message))
        return message
    }

    func allowCheck(of draft: String, from seat: HostedRoom.Seat) -> Bool { true }

    func receive(_ packet: MemberPacket, from seat: HostedRoom.Seat) -> [HostPacket] {
        guard let asker = seats[seat]?.info else { return [.error(WireFault.noLongerIn)] }
        switch packet {
        case .unclear(let id):
            guard let message = messages.first(where: { $0.id == id }) else {
                return [.error(WireFault(.badPacket, "There is no such message."))]
            }
            let told = Unclear(id: id, asker: asker, authorIsPresent: true)
            if let author = seats.keys.first(where: { $0.member == message.member }) {
                tell(.one(author, .unclear(told)))
            }
            return [.unclear(told)]
        case .person(let author?, _, _):
            return [.person(PersonCall(caller: asker, id: author, contact: facts.contact))]
        default: return []
        }
    }

    func callForHelp(
        about id: MessageID?, wish: HelpCall.PrivateTalkRequest?, from seat: HostedRoom.Seat
    ) throws(WireFault) -> HostedRoom.HelpReceipt {
        let caller = try member(on: seat)
        let call = HelpCall(caller: caller, about: id, contact: facts.contact, ts: 1_000)
        facts.help.append(call)
        tell(.everybody(.help(call)))
        tell(.everybody(.person(PersonCall(caller: caller, id: nil, contact: facts.contact))))
        return HostedRoom.HelpReceipt(
            call: call, reach: reach(contact: facts.contact, here: roster.count - 1), isHeld: false)
    }

    func helpReach(of seat: HostedRoom.Seat) -> HostedRoom.HelpReach { reach() }

    private func reach(contact: String = "", here: Int = 0) -> HostedRoom.HelpReach {
        HostedRoom.HelpReach(contact: contact, here: here, isStaffHere: false, isElsewhere: false, takesWishes: true)
    }

    func help(of member: MemberID) -> HelpCall? { call }
    func endHelp(from seat: HostedRoom.Seat) {}
    func answerHelp(of member: MemberID, _ answer: HelpCall.State, by who: String, named name: String?) {}

    /// A room that knows no passwords takes none.
    func admit(_ password: String, from address: String, device: String?) throws(WireFault) {
        throw WireFault(.authFailed, "The password is wrong.", fatal: true)
    }

    var absentees: Absentees { Absentees(gone: [], muted: []) }

    func joinPreview(
        ofDevice secret: String?, address: String, isStaff: Bool, comesWithStaff: Bool
    ) -> HostedRoom.JoinPreview {
        HostedRoom.JoinPreview(refusal: nil, isMuted: false)
    }

    func report(_ report: Report, from seat: HostedRoom.Seat) throws(WireFault) -> Reported {
        guard let message = messages.first(where: { $0.id == report.id }) else {
            throw WireFault(.badPacket, "There is no such message.")
        }
        let told = Reported(
            reporter: try member(on: seat), id: message.id, about: message.member, name: message.from,
            text: report.text, ts: 1_000, staffIsPresent: false)
        facts.reports.append(KeptReport(report: told, line: message))
        return told
    }

    func answerReport(of reporter: MemberID, at ts: Int, _ answer: Reported.State, by who: String) {}
    func noteReading(by who: String) {}
    func bans() -> [ListedBan] { [] }

    var people: [MemberInfo] { roster }
    var everybody: [MemberInfo] { roster }
    var topology: RoomTopology { RoomTopology(authority: .own, here: roster.count) }

    func cannotStore(_ fault: WireFault?) { unkept = fault }

    @discardableResult
    func perform(_ act: ModerationAction, by who: String = "nobody") throws(WireFault) -> WireFault? {
        acts.append(act)
        switch act {
        case .remove(let id):
            guard roster.contains(where: { $0.id == id }) else { throw WireFault(.badPacket, "Nobody has that id.") }
            roster.removeAll { $0.id == id }
            count()
            tell(.removed(id, WireFault(.removed, "Staff removed you.", fatal: true)))
        case .topic(let topic):
            facts.info.topic = topic
            tell(.settings)
        case .clear:
            messages = []
            tell(.cleared)
        case .close:
            facts.isClosed = true
            tell(.closing("The room is closed."))
        default: break
        }
        return unkept
    }
}

extension HostedRoom.Entry {
    init(_ member: MemberInfo, connection: UInt64, epoch: String, seq: Int, firstVisibleSeq: Int) {
        self.init(
            seat: HostedRoom.Seat(number: MemberNumber(member.id) ?? .nobody, connection: connection), info: member,
            epoch: epoch, seq: seq, firstVisibleSeq: firstVisibleSeq)
    }
}
