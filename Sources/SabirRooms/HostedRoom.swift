import Logging
import NIOCore
import SabirWire

/// A room on the node that hosts it: the one authority over its order.
///
/// An actor on its listener's event loop: the connections of that loop enter it by `assumeIsolated`, without a hop
/// or a lock. What a burst of reads causes is encoded once into one buffer; that buffer is written once to each
/// member, and flushed, when the loop has read from everybody who had something to say.
package actor HostedRoom {
    /// In rooms of up to so many members each coming and going is told at once; in larger ones in batches.
    static let intimate = 100
    /// How long a member that is dropped has for reading why.
    static let farewell = TimeAmount.seconds(5)

    package nonisolated let settings: RoomSettings
    nonisolated let translation: (any RoomTranslation)?
    nonisolated let surroundings: RoomSurroundings
    nonisolated let messageWasTaken: MessageCounter
    nonisolated let loop: any EventLoop
    package nonisolated let hasPassword: Bool
    /// Where lines are kept beyond memory; nil where they are not.
    nonisolated let log: (any RoomLog)?
    /// Who numbers its lines; nil where the room does.
    nonisolated let authority: (any RoomAuthority)?
    /// Keeps what devices may see where the room is numbered elsewhere; nil where its own log does, or nothing.
    nonisolated let devices: (any DeviceKeeping)?
    /// Where what staff decide is kept; nil where it is not, or elsewhere.
    nonisolated let moderationStore: (any ModerationStore)?
    nonisolated let untranslated = UntranslatedLines()
    let logger: Logger
    var state: RoomState
    /// Members over TCP; those in this process have none.
    var connections: [MemberNumber: MemberConnection] = [:]
    var burst = Burst()
    var presence = PresenceBatch()
    var inFlight = QuestionsInFlight()
    var readings = QuestionsInFlight()
    /// Readings of the log for returning members.
    var concurrentReadings = ConcurrencyLimit(8)
    /// Members that have yet to be told what they missed.
    var catchUps: [MemberNumber: CatchUp] = [:]
    var relayRequests = RelayRequests()
    var unsure = UnsureDrafts()
    /// Members in this process who wait to hear what became of what they said.
    var speakers = Callers<MessageID.Value, Result<Message, WireFault>>()
    /// Acts of staff that the room's host elsewhere has yet to answer, and who waits for that in this process.
    var acts = ActsUnderWay()
    /// Members in this process who wait for the room's host to take their name or language.
    var profileCallers = Callers<MemberNumber, Result<Void, WireFault>>()
    var actCallers = Callers<Int, Result<[ListedBan], WireFault>>()
    var actQueue = ActQueue()
    /// Reports are stored that may be forgotten.
    var hadReports = false
    /// Who waits until nothing is on its way into the log.
    private var settling: [CheckedContinuation<Void, Never>] = []
    var budgets: TranslationBudgets
    var news: NewsLine?
    /// Nil of a room by itself.
    var neighbours: Neighbours?
    /// When the calls for help that stand here were said again to other nodes.
    var helpRepeated = NIODeadline.now()
    /// Nil of a room without a password.
    var gate: PasswordGate?
    /// The node is closing: nobody comes in any more.
    private(set) var isOver = false
    private(set) var countChanged: (@Sendable (Int) -> Void)?

    package nonisolated var unownedExecutor: UnownedSerialExecutor { loop.executor.asUnownedSerialExecutor() }

    /// `translation`: the engine shared with members; nil where none is. `kept`: the log behind the room, and what it
    /// has of it. `doorkeeper`: checks its password; nil where it has none. `authority`: who numbers its lines instead of
    /// the room; `past`: what is known of it from before, where there is no log.
    package init(
        settings: RoomSettings, translation: (any RoomTranslation)? = nil, kept: Kept? = nil,
        doorkeeper: (any RoomDoorkeeper)? = nil, authority: (any RoomAuthority)? = nil, past: RoomPast? = nil,
        moderation: KeptModeration? = nil,
        surroundings: RoomSurroundings = RoomSurroundings(), on loop: any EventLoop, logger: Logger, seed: UInt64? = nil
    ) {
        self.settings = settings
        budgets = TranslationBudgets(settings.ceilings)
        self.translation = translation
        hasPassword = doorkeeper != nil
        gate = doorkeeper.map { PasswordGate($0) }
        self.surroundings = surroundings
        messageWasTaken = surroundings.meter.messages(of: settings)
        self.loop = loop
        var logger = logger
        logger[metadataKey: "room"] = "\(settings.info.name)"
        self.logger = logger
        log = kept?.log
        self.authority = authority
        moderationStore = moderation?.store
        devices = authority == nil || settings.history == .off ? nil : surroundings.devices
        var state = RoomState(
            settings: settings, seed: seed, skeleton: surroundings.skeleton,
            past: kept?.past ?? past, isEntrusted: kept != nil, upstream: authority.map { Upstream($0.kind) },
            tokens: surroundings.tokens, now: loop.now)
        if let devices { state.visibility.inherit(devices.known(in: settings.info.id, epoch: state.timeline.epoch)) }
        if let past = moderation?.past { state.restore(past, now: loop.now, wall: surroundings.clock.wall) }
        self.state = state
    }

    package var memberCount: Int { state.roster.count }

    /// Calls `handler` with the number of members each time it changes. One listener; it must not block.
    package func onCountChange(_ handler: @escaping @Sendable (Int) -> Void) { countChanged = handler }

    // MARK: Coming and going

    /// A member's place, from one `hello` to the next: whoever comes back has another.
    package struct Seat: Hashable, Sendable {
        let number: MemberNumber
        let connection: UInt64

        init(_ member: Member) {
            number = member.number
            connection = member.connection
        }

        package var member: MemberID { number.id }
    }

    /// `rank`: what the list says of the hello's device. `proof`: the host's own, where the member has proved the room's
    /// password. `isBare`: nothing in the channel's pipeline changes or holds what is written.
    func join(
        _ hello: Hello, as rank: StaffRank, over channel: any Channel, isBare: Bool = false, proof: String? = nil
    ) -> Result<Seat, WireFault> {
        guard !isOver else { return .failure(WireFault(.closing, "This node is closing.", fatal: true)) }
        flush()  // what came before belongs to those who were here before
        renewEpoch(for: hello)
        return Result { () throws(WireFault) in
            var hello = hello
            if let name = try relayName(in: hello, as: rank) { hello.name = name }
            let arrival = Arrival(
                address: channel.remoteAddress?.ipAddress,
                isStaff: hello.relay == nil && rank.person != nil, person: rank.person,
                isRelay: hello.relay != nil, author: author(of: hello), device: hello.device, token: token(of: hello),
                features: hello.features)
            return seat(try admit(hello, as: arrival), hello, over: MemberConnection(channel, isBare: isBare), proof)
        }
    }

    /// Counts who is kept out for want of room.
    func admit(_ hello: Hello, as arrival: Arrival) throws(WireFault) -> RoomState.Admission {
        do throws(WireFault) {
            let admission = try state.admit(hello, as: arrival, now: loop.now)
            forgetProfile(of: admission.member.number)
            if let record = admission.record { keep(record) }
            if let displaced = admission.displaces { tellDisplaced(displaced) }
            return admission
        } catch {
            count(error)
            throw error
        }
    }

    private func seat(
        _ admission: RoomState.Admission, _ hello: Hello, over connection: MemberConnection, _ proof: String?
    ) -> Seat {
        let member = admission.member
        if let replaced = admission.replaces { giveUp(replaced) }
        // Those who were behind it leave before it is in: it is told nothing before its welcome.
        if let relay = hello.relay { relayCame(relay, as: member.number) }
        connections[member.number] = connection
        welcome(member, since: hello.resume, over: connection, proof)
        announce(admission)
        logger.debug(
            "member in", metadata: ["member": "\(member.info.id)", "client": "\(Self.printable(hello.client))"])
        return Seat(member)
    }

    /// What a guest calls its program, for the log: a stranger's words, which must not look like lines of ours.
    static func printable(_ client: String?) -> String {
        client.map { String(WireText.cleanName($0).unicodeScalars.prefix(64)) } ?? "-"
    }

    private func welcome(
        _ member: Member, since resume: Hello.Resume?, over connection: MemberConnection, _ proof: String?
    ) {
        var (welcome, members) = state.welcome(member.number, sharing: sharing)
        welcome.proof = proof
        var frames = FrameEncoder()
        frames.append(welcome, members: members)
        if let notice = state.moderation.notice { frames.append(.notice(notice)) }
        if let linkNotice { frames.append(.link(linkNotice)) }
        for packet in helpGreeting(for: member, since: resume) { frames.append(packet) }
        // Said again to whoever was there at the time: forgetting twice does no harm.
        if state.timeline.wasCleared(since: resume) { frames.append(.acted(Acted(.clear))) }
        connection.write(frames.take())
        beginCatchingUp(member, since: resume)
    }

    /// Tells the others of somebody who has come in.
    func announce(_ admission: RoomState.Admission) {
        let member = admission.member
        switch admission.change {
        case .joined: tell(.joined(member.info, n: state.roster.count), except: member.number)
        case .changed: tell(.changed(member.info, n: state.roster.count), except: member.number)
        case .none: break
        }
        authority?.tell(
            .joined(MemberHere(member.info, token: member.arrival.token, horizon: member.horizon)))
        countChanged?(state.roster.count)
        carryOut(admission.consequences)
        // A room that locks itself does so at once: the next visitor may be at the door.
        if !admission.consequences.isEmpty { keepModeration() }
    }

    private static let replaced = WireFault(
        .replaced, "This device has joined again over another connection.", fatal: true)

    /// The same device takes its member over to another seat: the member stays, the earlier seat is lost.
    func giveUp(_ old: Member) {
        let fault = Self.replaced
        catchUps[old.number] = nil
        if let connection = connections.removeValue(forKey: old.number) {
            connection.channel.close(saying: fault, within: Self.farewell)
        } else if old.arrival.isLocal {
            news?.tell(.one(Seat(old), .error(fault)))
        }
    }

    /// The connection is over, for whatever reason.
    package func leave(_ seat: Seat) {
        guard let member = state.remove(seat.number, connection: seat.connection) else { return }
        hasLeft(member)
    }

    /// What follows when a member is no longer in the room's state.
    func hasLeft(_ member: Member) {
        connections[member.number] = nil
        catchUps[member.number] = nil
        forgetProfile(of: member.number)
        if let shadow = state.emerge(member.number) {
            tell(.changed(shadow.info, n: state.roster.count), except: nil)
            if shadow.whereabouts == .elsewhere { authority?.tell(.left(member.info.id)) }
        } else {
            state.departures.left(member, now: loop.now)
            tell(.left(member.info, n: state.roster.count), except: nil)
            authority?.tell(.left(member.info.id))
        }
        relayLeft(member)
        countChanged?(state.roster.count)
        logger.debug("member out", metadata: ["member": "\(member.info.id)"])
    }

    /// Takes a member out and tells it why; its connection closes when it has read that, or after a while.
    func drop(_ number: MemberNumber, _ fault: WireFault) {
        flush()
        guard let member = state.roster[number] else { return }
        let connection = connections[number]
        if member.arrival.isLocal { news?.tell(.one(Seat(member), .error(fault))) }
        leave(Seat(member))
        connection?.channel.close(saying: fault, within: Self.farewell)
        if fault.code == .tooSlow { surroundings.meter.refused(.queue) }
        logger.info("member dropped", metadata: ["member": "\(member.info.id)", "code": "\(fault.code.rawValue)"])
    }

    // MARK: The second hand

    /// Once a second: what large rooms are told of their members, what has had its time, who has fallen silent, and
    /// whether the log has.
    func tick() {
        if !presence.isEmpty {
            broadcast(.presence(presence.take(n: state.roster.count, langs: state.roster.langs)))
        }
        flush()
        forget(state.expire(at: surroundings.clock.now()))
        sendOutStruckRelays()
        settleRelays()
        checkLog()
        lookAfterActs()
        lookAfterProfiles()
        lookAfterHelp()
        keepReportsIfForgotten()
        lookAtUnread()
        state.relays.tick(newest: state.timeline.newest, now: loop.now)
        news?.catchUp()
        for (limit, times) in state.limits.takeRefusals() { surroundings.meter.refused(limit, times: times) }
        let silent = state.silent(at: loop.now)
        let ping = ByteBuffer(framing: .ping(nil))
        for number in silent.ping { connections[number]?.write(ping) }
        for number in silent.gone { giveUpOn(number) }
    }

    func giveUpOn(_ number: MemberNumber) {
        guard let member = state.roster[number] else { return }
        let connection = connections[number]
        leave(Seat(member))
        connection?.channel.close(promise: nil)
        logger.info("a member's connection is given up", metadata: ["member": "\(member.info.id)"])
    }

    /// Takes nobody and nothing in any more, and returns when all that was said is in the log, or the time is over. What
    /// is said meanwhile has no answer but the goodbye: a `closing` that names it would be its end for a guest, which
    /// otherwise says it again to the room's next life.
    func settle(within time: TimeAmount) async {
        isOver = true
        flush()
        guard !state.timeline.isSettled else { return }
        let end = loop.scheduleTask(in: time) { self.assumeIsolated { $0.isSettled() } }
        await withCheckedContinuation { settling.append($0) }
        end.cancel()
    }

    func isSettled() {
        for waiting in settling { waiting.resume() }
        settling = []
    }

    /// Says goodbye to everybody, and takes nobody in any more. Their connections close once they have read it, or after
    /// the time given.
    func close(within time: TimeAmount) -> [EventLoopFuture<Void>] {
        isOver = true
        flush()
        let goodbye = WireFault(.closing, "The room is closing.", fatal: true)
        news?.tell(.everybody(.error(goodbye)))
        news?.end()
        news = nil
        speakers.answerAll { _ in .failure(goodbye) }
        giveUpActs()
        giveUpProfiles(saying: goodbye)
        state.sendAllOut()
        countChanged?(0)
        _ = surroundings.unsent.excess(0, of: self)
        defer { (connections, catchUps) = ([:], [:]) }
        return connections.values.map { connection in
            connection.channel.close(saying: goodbye, within: time)
            return connection.channel.closeFuture
        }
    }
}
