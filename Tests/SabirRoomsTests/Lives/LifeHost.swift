import Logging
import NIOCore
import SabirCore
import SabirProtocol

@testable import SabirClient
@testable import SabirRoom

/// The room whose lives are tried, with everything that it needs: driven by connections, a clock and a disk or an
/// authority that get on when they are told to. What goes in and comes out are bytes.
final class LifeHost {
    enum Kind: String, CaseIterable {
        /// The room is its own authority, in memory or with a log.
        case memory, disk
        /// It follows a host as a relay, or a stream that several nodes share.
        case following, clustered
    }

    /// What a room may be lent besides.
    struct Lent: OptionSet {
        let rawValue: UInt64
        static let store = Lent(rawValue: 1)
        static let devices = Lent(rawValue: 2)
        static let engine = Lent(rawValue: 4)
        static let tokens = Lent(rawValue: 8)
        /// Some of the node's own listen.
        static let listener = Lent(rawValue: 16)
        static let password = Lent(rawValue: 32)
    }

    static let staffKey = "key of staff"
    static let relayKey = "key of a relay"

    let kind: Kind
    let loop: HandLoop
    let office: HandOffice
    let settings: RoomSettings
    let log: HandLog?
    let authority: HandAuthority?
    let record = LifeRecord()
    private let store: HandModerationStore?
    private let server: RoomServer
    private let room: HostedRoom
    private var connections: [HandChannel] = []

    init(
        _ kind: Kind, settings: RoomSettings, limits: ConnectionLimits, seed: UInt64, office: HandOffice? = nil,
        lent: Lent = []
    ) {
        self.kind = kind
        self.office = office ?? HandOffice([Self.staffKey: .person("Olga"), Self.relayKey: .relay("Pharmacy")])
        self.settings = settings
        let began = NIODeadline.uptimeNanoseconds(1_000_000_000_000)
        let loop = HandLoop(now: began)
        self.loop = loop
        log = kind == .disk ? HandLog(on: loop, record) : nil
        authority = kind == .following || kind == .clustered ? HandAuthority(kind, record) : nil
        store = lent.contains(.store) && authority == nil ? HandModerationStore(record) : nil
        var around = RoomDependencies(office: self.office, tokens: lent.contains(.tokens) ? HandTokens() : nil)
        if lent.contains(.devices) { around.devices = HandDevices(record) }
        around.clock = {
            let passed = Int((loop.now - began).nanoseconds / 1_000_000)
            return ClockReading(wall: 1_800_000_000_000 + passed, steady: 1_000_000 + passed)
        }
        let server = RoomServer(
            on: loop, limits: limits, dependencies: around,
            logger: Logger(label: "lives") { _ in SwiftLogNoOpLogHandler() })
        let past = kind == .memory ? nil : RoomPast(epoch: "e1", newest: 0)
        let (log, authority, store) = (log, authority, store)
        room = server.assumeIsolated {
            $0.open(
                settings, translation: lent.contains(.engine) ? HandEngine() : nil,
                kept: log.flatMap { log in past.map { HostedRoom.RestoredLog(log: log, past: $0) } },
                passwordVerification: lent.contains(.password) ? HandPasswordVerification() : nil,
                authority: authority, past: authority == nil ? nil : past,
                moderation: store.map { KeptModeration(store: $0, past: nil) }, seed: seed)
        }
        self.server = server
        server.assumeIsolated {
            $0.introduce(NodeIntroduction(id: "7d9f1c1e-4b1a-4f0e-9d7a-2f1d5c3b6a99", name: "node"))
        }
        // A room whose lines were on disk believes more at its beginning.
        loop.advance(by: .minutes(16))
        tell(.up(epoch: "e1", newest: 0, past: []))
    }

    func connect(from address: String) -> HandChannel {
        let channel = HandChannel(on: loop, from: try? SocketAddress(ipAddress: address, port: 40_000))
        let handler = MemberHandler(server: server, maximumFrame: settings.maximumFrame)
        try? channel.pipeline.syncOperations.addHandler(handler)
        channel.connect()
        connections.append(channel)
        loop.run()
        return channel
    }

    /// Where somebody holds more of the room than it may, or what is counted is not what is there.
    var placesAmiss: [String] {
        room.assumeIsolated { room in
            let roster = room.state.roster
            let holders = roster.numbers.flatMap { roster[$0]?.placeHolders ?? [] }
            var wrong: [String] = []
            if roster.places != Dictionary(grouping: holders, by: \.self).mapValues(\.count) {
                wrong.append("\(roster.places) are counted for \(holders)")
            }
            // Behind a relay may be one more for each who was here as well and left here.
            for (holder, count) in roster.places {
                if case .address = holder, let share = room.state.share(of: holder), count > share {
                    wrong.append("\(holder) holds \(count) places of \(share)")
                }
            }
            return wrong
        }
    }

    func pass(_ time: TimeAmount) {
        loop.advance(by: time)
        room.assumeIsolated { $0.tick() }
        loop.run()
    }

    /// Somebody comes in over the node's own page; why not, where it may not.
    func enters(_ name: String, from address: String) -> WireFault? {
        defer { loop.run() }
        return room.assumeIsolated { room in
            fault { () throws(WireFault) in try room.enter(.of(name), address: address) }
        }
    }

    /// All that the room tells in this process goes on record.
    func listens() {
        let (stream, record) = (room.assumeIsolated { $0.listen() }, record)
        Task { for await news in stream { record.note(news) } }
        loop.run()
    }

    /// Somebody at the node's own page says hello, or over the seat that it has whatever comes; the answers go on record.
    func enters(_ hello: Hello, from address: String, isStaff: Bool) -> HostedRoom.Entry? {
        defer { loop.run() }
        return room.assumeIsolated { [record] room in
            do throws(WireFault) {
                let entry = try room.enter(
                    hello, address: address, role: isStaff ? .staff : nil, person: isStaff ? "Rosa" : nil)
                record.note("entered", [entry.info.id.rawValue, entry.epoch, entry.seq, entry.firstVisibleSeq])
                return entry
            } catch {
                record.note("kept out", .error(error))
                return nil
            }
        }
    }

    func receives(_ packet: MemberPacket, from seat: HostedRoom.Seat) {
        room.assumeIsolated { [record] room in
            for answer in room.receive(packet, from: seat) { record.note("answer", answer) }
        }
        loop.run()
    }

    /// What somebody on the node's own page does.
    func act(_ act: ModerationAction) {
        room.assumeIsolated { $0.turn { $0.queue(act, by: "page", for: nil) } }
        loop.run()
    }

    /// The disks, and the way to the authority, get on.
    func getOn() {
        office.getOn()
        store?.getOn()
        log?.assumeIsolated { $0.getOn() }
        loop.run()
        guard let authority else { return }
        for news in authority.getOn() { tell(news) }
    }

    func tell(_ news: AuthorityNews) {
        if case .up = news { authority?.isUp = true }
        if case .down = news { authority?.isUp = false }
        room.assumeIsolated { $0.follow(news) }
        loop.run()
    }

    /// Nothing of it may outlive its life.
    func end() {
        for connection in connections { connection.cut() }
        office.getOn()
        store?.getOn()
        log?.assumeIsolated { $0.getOn() }
        loop.run()
        for entry in office.records { record.note(entry) }
    }
}

/// A room's log that gets on only when it is told to. On the room's own event loop; a call may reach it over another
/// thread.
actor HandLog: RoomLog {
    private nonisolated let loop: HandLoop
    private nonisolated let record: LifeRecord
    private var groups: [(lines: [LogLine], done: @Sendable ([Message]) -> Void)] = []
    private var written: [LogLine] = []
    private var waiting: [CheckedContinuation<Void, Never>] = []

    nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    init(on loop: HandLoop, _ record: LifeRecord) { (self.loop, self.record) = (loop, record) }

    nonisolated func append(_ lines: [LogLine], done: @escaping @Sendable ([Message]) -> Void) {
        for line in lines { record.note("append", line) }
        assumeIsolated { $0.groups.append((lines, done)) }
    }

    func getOn() {
        for group in groups {
            written += group.lines
            group.done(group.lines.map(\.message))
        }
        groups = []
        for reader in waiting { reader.resume() }
        waiting = []
    }

    nonisolated func retract(
        _ id: MessageID, seq: Int, by retractionID: MessageID,
        done: @escaping @Sendable (_ texts: [String], _ failure: String?) -> Void
    ) {
        record.note("retract", [id, seq, retractionID])
        assumeIsolated { log in
            log.written = log.written.map {
                $0.message.isOf(id) ? LogLine(message: $0.message.retracted, author: $0.author) : $0
            }
        }
        done([], nil)
    }

    private func turn() async { await withCheckedContinuation { waiting.append($0) } }

    func lines(before seq: Int, limit: Int) async -> [Message] {
        await turn()
        return written.map(\.message).filter { $0.seq < seq }.suffix(limit)
    }

    func known(_ id: MessageID) async -> KnownID? {
        await turn()
        return written.first { $0.message.id == id }.map {
            KnownID(id: id, seq: $0.message.seq, ts: $0.message.ts, author: $0.author, message: $0.message)
        }
    }

    nonisolated func mayKnow(_ id: MessageID) -> Bool {
        assumeIsolated { $0.written.contains { $0.message.id == id } }
    }

    nonisolated func author(ofDevice secret: String) -> AuthorID { AuthorID(token: secret) }

    nonisolated func forget(upTo seq: Int) {
        record.note("forget", [seq])
        assumeIsolated { $0.written.removeAll { $0.message.seq <= seq } }
    }

    nonisolated func keep(_ device: DeviceRecord) { record.note(device) }
    nonisolated func renew(epoch: String) { record.note("renew", [epoch]) }
    nonisolated func reportOverdue() { record.note("overdue") }
}

/// Who numbers the lines of a room that follows: answers when it is told to.
final class HandAuthority: RoomAuthority, @unchecked Sendable {
    // Unchecked: used on the room's event loop's one thread alone.
    private let isHost: Bool
    private let record: LifeRecord
    var isUp = false
    var takesWishes = false
    private var offered: [OfferedLine] = []
    private var acts: [ModerationAction] = []
    /// Who of this node came, changed and left.
    private(set) var presence: [PresenceHere] = []
    private var calls: [HelpCall] = []
    private var taken: [MessageID: (line: Message, token: String?)] = [:]
    var newest = 0

    init(_ kind: LifeHost.Kind, _ record: LifeRecord) { (isHost, self.record) = (kind == .following, record) }

    var kind: RoomTopology.Authority { isHost ? .host : .stream }

    func offer(_ lines: [OfferedLine]) {
        for line in lines { record.note(line) }
        if isUp { offered += lines }
    }
    func send(_ presence: PresenceHere) {
        self.presence.append(presence)
        switch presence {
        case .all(let members):
            record.note("all")
            for member in members { record.note("of them", member) }
        case .joined(let member): record.note("came", member)
        case .changed(let member): record.note("changed", member)
        case .left(let member): record.note("left", [member.rawValue])
        }
    }
    func repeatCall(_ call: HelpCall) { record.note("again", .help(call)) }
    func tellStaff(_ report: Reported) -> Bool {
        record.note("to staff", .report(report))
        return isUp
    }
    func vouch(for certificate: String) { record.note("vouch", [certificate]) }
    func deliver(_ packet: HostPacket, to member: MemberID?) {
        record.note("deliver \(member?.rawValue ?? "-")", packet)
        if member == nil, case .help(let call) = packet { calls.append(call) }
    }
    func perform(_ act: ModerationAction, by who: String, token: String?) {
        record.note(act, who, token)
        acts.append(act)
    }

    func getOn() -> [AuthorityNews] {
        let news = offered.map(number) + acts.compactMap(Self.done) + calls.map { .help($0) }
        (offered, acts, calls) = ([], [], [])
        return news
    }

    private func number(_ line: OfferedLine) -> AuthorityNews {
        if let earlier = taken[line.id] {
            guard earlier.token == line.token, line.token != nil || earlier.line.member == line.sender.id else {
                return .refused(WireFault(.duplicateID, "Another member has used this message id.", id: line.id))
            }
            return .lines([earlier.line])
        }
        newest += 1
        let message = Message(
            seq: newest, id: line.id, ts: 7, member: line.sender.id, from: line.sender.name,
            lang: line.draft.lang ?? line.sender.lang, text: line.draft.text, reply: line.draft.reply)
        taken[line.id] = (message, line.token)
        return .lines([message])
    }

    /// Somebody elsewhere says something.
    func saysElsewhere(_ id: MessageID) -> AuthorityNews {
        newest += 1
        let sender = MemberInfo(id: MemberID(rawValue: "m9"), name: "Far", lang: "en")
        let line = Message(
            seq: newest, id: id, ts: 7, member: sender.id, from: sender.name, lang: sender.lang, text: "from afar")
        taken[id] = (line, "far")
        return .lines([line])
    }

    private static func done(_ act: ModerationAction) -> AuthorityNews? {
        switch act {
        case .notice(let text, let lang): .notice(Notice(text: text, lang: lang, ts: 7))
        case .topic(let text): .acted(ModerationEvent(.topic, text: text))
        case .mute(let id), .unmute(let id), .remove(let id), .unban(let id):
            .acted(ModerationEvent(act.name, on: id, named: nil))
        case .ban(let id, let minutes, let scope):
            .acted(ModerationEvent(.ban, on: id, named: nil, minutes: minutes, scope: scope))
        case .bans: .bans([])
        default: .acted(ModerationEvent(act.name))
        }
    }
}
