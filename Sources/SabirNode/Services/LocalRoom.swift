import NIOCore
import SabirConfiguration
import SabirFeed
import SabirRoom
import SabirTranslation
import SabirWeb
import SabirProtocol

/// A hosted room as the page sees it. Owns which visitor's device sits where; the room itself owns all else.
actor LocalRoom: WebRoom {
    /// What the configuration says of the room beyond what the room knows.
    struct Terms: Sendable {
        var responsible = ""
        var kioskLines = 0
        var keepHours = 0
        var keptMessages = 0
        /// Its lines are numbered and kept by this node alone.
        var isKeptHere = true
    }

    nonisolated let hosted: HostedRoom
    private var terms: Terms
    /// Nil where staff of this node do not read along.
    private var sight: StaffSight?
    /// The host's engine of a room that this node carries from elsewhere.
    nonisolated let host: HostEngine?
    private var side: NetworkSide
    private var seats: Set<HostedRoom.Seat> = []
    /// The newest seat of each device that is in.
    private var devices: [String: HostedRoom.Seat] = [:]
    /// Of those who are in, made ready for the translator; nil where somebody has come, gone or changed since.
    private var knownNames: RoomNames?
    /// To the feed, which speaks for all who sit here.
    private var feed: AsyncStream<FeedNews>.Continuation?

    nonisolated var id: String { hosted.settings.info.id }
    /// This node is its host, or one of its cluster's, and carries it for no other.
    nonisolated let isOwn: Bool

    init(
        _ hosted: HostedRoom, terms: Terms, isOwn: Bool = true, host: HostEngine? = nil, sight: StaffSight? = nil
    ) {
        self.isOwn = isOwn
        self.sight = sight
        self.host = host
        self.hosted = hosted
        self.terms = terms
        side = NetworkSide(only: hosted.settings.interfaces)
    }

    /// The configuration was read again: the room's settings and these hold from now on, and its feed reads them anew. A
    /// sentence on each that it keeps.
    func take(_ settings: RoomSettings, _ terms: Terms) async -> [String] {
        self.terms = terms
        let kept = await hosted.take(settings)
        feed?.yield(.settings)
        return kept
    }

    /// A relay finds out, and interfaces come and go.
    func open(to side: NetworkSide) { self.side = side }

    var info: RoomInfo { get async { await hosted.facts.info } }

    var isClosed: Bool { get async { await hosted.isClosed } }

    var facts: LocalRoomFacts {
        get async {
            var facts = LocalRoomFacts(await hosted.facts)
            facts.side = side
            facts.hasPassword = hosted.hasPassword
            facts.responsible = terms.responsible
            facts.kioskLines = terms.kioskLines
            facts.keepHours = terms.keepHours
            facts.keepMessages = terms.keptMessages
            facts.staffReadFrom = sight?.first(epoch: facts.epoch, newest: facts.newest)
            facts.isKeptHere = terms.isKeptHere
            return facts
        }
    }

    nonisolated func isOpen(over connection: any Channel) async -> Bool {
        let interfaces = hosted.settings.interfaces
        guard !interfaces.isEmpty else { return true }
        let way = try? await connection.eventLoop.submit { IncomingInterface(of: connection) }.get()
        return way?.leads(to: interfaces) ?? false
    }

    func lines(after seq: Int) async -> [Message] { await hosted.lines(after: seq) }

    func lines(_ numbers: ClosedRange<Int>) async -> [Message] { await hosted.lines(numbers) }

    nonisolated func isOverBudget(_ seq: Int) -> Bool { hosted.isOverBudget(seq) }

    func lines(before seq: Int, limit: Int, for seat: HostedRoom.Seat) async throws(WireFault) -> HistoryPage {
        try await hosted.lines(HistoryRequest(before: seq, limit: limit), for: seat)
    }

    func lines(before seq: Int, limit: Int, from first: Int) async throws(WireFault) -> HistoryPage {
        try await hosted.lines(HistoryRequest(before: seq, limit: limit), from: first)
    }

    func confirmations(of lines: [Message]) async -> [Message] { await hosted.confirmations(of: lines) }

    func overBudget(_ lines: [Message], readBy seat: HostedRoom.Seat) async throws(WireFault) -> Set<Int> {
        guard seats.contains(seat) else { throw WireFault.noLongerIn }
        let counted = lines.filter { !hosted.isOverBudget($0.seq) }
        let over = await hosted.overBudget(counted, readBy: seat)
        return over.union(lines.map(\.seq).filter { hosted.isOverBudget($0) })
    }

    func readers(besides: Set<MemberID>) async -> [LanguageTag: [Int: Int]] { await hosted.readers(besides: besides) }

    func present(_ members: Set<MemberID>) async -> Set<MemberID> { await hosted.present(members) }

    func members(after id: MemberID?) async -> (members: [MemberInfo], more: Bool) { await hosted.members(after: id) }

    /// What people here are called, which no engine is to translate: the first hundred.
    func names() async -> RoomNames {
        if let knownNames { return knownNames }
        let names = RoomNames(await hosted.members(after: nil).members.map(\.name))
        knownNames = names
        return names
    }

    // MARK: News

    func news(speakingForMembers: Bool) async -> AsyncStream<FeedNews> {
        let (stream, listener) = AsyncStream.makeStream(of: FeedNews.self, bufferingPolicy: .bufferingOldest(4_096))
        let news = await hosted.listen(speakingForMembers: speakingForMembers)
        if speakingForMembers { feed = listener }
        let passing = Task { [weak self] in
            for await item in news {
                guard await self?.pass(item, to: listener) == true else { break }
            }
            listener.finish()
        }
        listener.onTermination = { _ in passing.cancel() }
        return stream
    }

    /// False where its listener has to begin again: the room had to leave news out, or it was too slow.
    private func pass(_ item: RoomNews, to listener: AsyncStream<FeedNews>.Continuation) -> Bool {
        note(item)
        guard item != .lagged else { return false }
        guard let news = feedNews(item) else { return true }
        if case .enqueued = listener.yield(news) { return true }
        return false
    }

    private func note(_ item: RoomNews) {
        switch item {
        case .everybody(.error): forgetAll()
        case .everybody(.joined), .everybody(.changed), .everybody(.left), .everybody(.presence), .lagged:
            knownNames = nil
        default: break
        }
    }

    private func feedNews(_ item: RoomNews) -> FeedNews? {
        switch item {
        case .forgotten(let lines): .forgotten(lines)
        case .reports: .reports
        case .everybody(let packet): Self.news(packet)
        case .one(let seat, let packet): privateNews(packet, for: seat)
        case .lagged: nil
        }
    }

    private func privateNews(_ packet: HostPacket, for seat: HostedRoom.Seat) -> FeedNews? {
        let audience = Audience.members([seat.member])
        switch packet {
        case .unclear(let unclear): return .told(FeedEvent(unclear), audience)
        case .person(let call): return .told(FeedEvent(call), audience)
        case .help(let call): return .told(.help(call), audience)
        case .report(let report): return .told(.report(report), audience)
        case .error(let fault) where fault.fatal:
            // The member may sit elsewhere by now, as the same device on a new seat; or it is no visitor of the page.
            guard seats.contains(seat) else { return .removed(seat, fault) }
            forget(seat)
            return .told(.removed(fault), audience)
        case .error(let fault): return fault.id.map { .notTaken($0, fault, to: seat.member) }
        default: return nil
        }
    }

    private static func news(_ packet: HostPacket) -> FeedNews? {
        switch packet {
        case .acted(let acted): return news(of: acted)
        case .link: return .settings
        default: return event(packet).map { .told($0, .everyone) }
        }
    }

    private static func event(_ packet: HostPacket) -> FeedEvent? {
        switch packet {
        case .message(let message): .line(message)
        case .joined(let info, let n): .joined(info, n: n)
        case .left(let info, let n): .left(info, n: n)
        case .changed(let info, let n): .changed(info, n: n)
        case .presence(let presence): .presence(presence)
        case .person(let call): FeedEvent(call)
        case .help(let call): .help(call)
        case .notice(let notice): .notice(PinnedNotice(notice), nil)
        case .error(let fault): .closing(fault.sentence)
        default: nil
        }
    }

    private static func news(of acted: ModerationEvent) -> FeedNews {
        switch (acted.act, acted.member) {
        case (.clear, _): .told(.cleared, .everyone)
        case (.mute, let member?): .told(.muted(true), .members([member]))
        case (.unmute, let member?): .told(.muted(false), .members([member]))
        default: .settings
        }
    }

    // MARK: Visitors

    func admit(_ password: String, from address: String, device: String?) async throws(WireFault) {
        try await hosted.admit(password, from: address, device: device)
    }

    func enter(
        _ hello: Hello, address: String, role: MemberRole?, person: String?, comesWithStaff: Bool
    ) async throws(WireFault) -> HostedRoom.Entry {
        if let seat = hello.device.flatMap({ devices[$0] }), await hosted.holds(seat) {
            if role == nil { _ = await hosted.endStaff(on: seat) }
            try await hosted.change(Profile(name: hello.name, lang: hello.lang), from: seat)
            guard let entry = await hosted.entry(on: seat) else { throw WireFault.noLongerIn }
            return entry
        }
        let entry = try await hosted.enter(
            hello, address: address, role: role, person: person, comesWithStaff: comesWithStaff)
        seats.insert(entry.seat)
        if let device = hello.device { devices[device] = entry.seat }
        return entry
    }

    func prospect(
        ofDevice secret: String?, address: String, isStaff: Bool, comesWithStaff: Bool
    ) async -> HostedRoom.JoinPreview {
        await hosted.prospect(ofDevice: secret, address: address, isStaff: isStaff, comesWithStaff: comesWithStaff)
    }

    /// None for a room for one visit: its visitors come back to others.
    func resumeToken(of seat: HostedRoom.Seat) async -> String? {
        await hosted.settings.locksAfterVisitor ? nil : hosted.resumeToken(of: seat)
    }

    func endStaff(of seat: HostedRoom.Seat) async { _ = await hosted.endStaff(on: seat) }

    func leave(_ seat: HostedRoom.Seat) async {
        forget(seat)
        await hosted.leave(seat)
    }

    func opened(_ seat: HostedRoom.Seat) async { await hosted.opened(seat) }

    func closed(_ seat: HostedRoom.Seat) async { await hosted.closed(seat) }

    private func forget(_ seat: HostedRoom.Seat) {
        seats.remove(seat)
        if let device = devices.first(where: { $0.value == seat })?.key { devices[device] = nil }
    }

    private func forgetAll() {
        seats = []
        devices = [:]
    }

    // MARK: Talking

    func say(_ draft: Draft, from seat: HostedRoom.Seat) async throws(WireFault) -> Message {
        try await hosted.say(draft, from: seat)
    }

    func allowCheck(of draft: String, from seat: HostedRoom.Seat) async throws(WireFault) -> Bool {
        guard seats.contains(seat) else { throw WireFault.noLongerIn }
        return await hosted.allowCheck(of: draft, from: seat)
    }

    func unclear(_ id: MessageID, from seat: HostedRoom.Seat) async throws(WireFault) {
        for case .unclear(let unclear) in try await answer(.unclear(id), seat) {
            feed?.yield(.told(FeedEvent(unclear), .members([seat.member])))
        }
    }

    func callPerson(of author: MessageID, from seat: HostedRoom.Seat) async throws(WireFault) -> String {
        for case .person(let call) in try await answer(.person(author), seat) {
            feed?.yield(.told(FeedEvent(call), .members([seat.member])))
            return call.contact
        }
        return await hosted.facts.contact
    }

    func callForHelp(
        about id: MessageID?, wish: HelpCall.PrivateTalkRequest?, from seat: HostedRoom.Seat
    ) async throws(WireFault) -> HostedRoom.HelpReceipt {
        try await hosted.callForHelp(about: id, wish: wish, from: seat)
    }

    func helpReach(of seat: HostedRoom.Seat) async throws(WireFault) -> HostedRoom.HelpReach {
        try await hosted.helpReach(of: seat)
    }

    func help(of member: MemberID) async -> HelpCall? { await hosted.help(of: member) }

    func endHelp(from seat: HostedRoom.Seat) async throws(WireFault) { try await hosted.endHelp(from: seat) }

    func report(_ report: Report, from seat: HostedRoom.Seat) async throws(WireFault) -> Bool {
        try await hosted.report(report, from: seat).staffIsPresent
    }

    func answerReport(
        of reporter: MemberID, at ts: Int, _ state: Reported.State, by who: String
    ) async throws(WireFault) {
        try await hosted.answerReport(of: reporter, at: ts, state, by: who)
    }

    /// What the member alone is answered; throws the first refusal among it.
    private func answer(_ packet: MemberPacket, _ seat: HostedRoom.Seat) async throws(WireFault) -> [HostPacket] {
        let answers = await hosted.receive(packet, from: seat)
        for case .error(let fault) in answers { throw fault }
        return answers
    }

    // MARK: Staff

    func staffMembers() async -> [MemberInfo] {
        var (members, more) = await hosted.members(after: nil)
        // A thousand members are ten pages.
        while more, members.count < 1_000 {
            let page = await hosted.members(after: members.last?.id)
            members += page.members
            more = page.more
        }
        return members
    }

    func topology() async -> (RoomTopology, members: [MemberInfo]) { (await hosted.topology, await hosted.everybody) }

    func bans() async throws(WireFault) -> [ListedBan] { try await hosted.bans() }

    func absentees() async -> Absentees { await hosted.absentees }

    func noteReading(by who: String) async { await hosted.noteReading(by: who) }

    @discardableResult
    func perform(_ act: ModerationAction, by who: String) async throws(WireFault) -> WireFault? {
        try await hosted.perform(act, by: who)
    }

    func answerHelp(
        of member: MemberID, _ state: HelpCall.State, by who: String, named name: String?
    ) async throws(WireFault) {
        try await hosted.answerHelp(of: member, state, by: who, named: name)
    }
}
