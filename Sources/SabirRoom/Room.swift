import Logging
import NIOCore
import SabirProtocol

/// A room: the one authority over what is said in it and in which order, or, where that is elsewhere, its part at this
/// node.
///
/// Pure: it knows no socket, clock, task or thread. What reaches it is a `RoomInput`, or a call that comes in a turn of
/// its own; what it leads to is in `output`, for `HostedRoom` to do. What can only be answered later carries a `Ticket`.
/// Logging and metrics never influence the room.
///
/// What waits for somebody's answer, and what comes of a turn, is changed in this file alone. The other files of the room
/// are about what is in `state`, whose fields only `RoomState` changes.
struct Room: Sendable {
    typealias Seat = HostedRoom.Seat

    /// The clocks, as they stand during a turn.
    struct Time: Sendable {
        var now: NIODeadline
        /// Milliseconds since 1970.
        var wall: Int
    }

    /// What a packet leads to for its sender.
    enum Reply {
        case nothing
        case alone(HostPacket)
        /// Everybody has been told this message, its author among them.
        case said(Message)
        /// The same of anything else.
        case shared(HostPacket)
    }

    /// In rooms of up to so many members each coming and going is told at once; in larger ones in batches.
    static let smallRoomLimit = 100

    private(set) var sources: RoomSources
    let meter: any RoomMeter
    private let messageWasTaken: MessageCounter
    let logger: Logger

    var state: RoomState
    private(set) var presence = PresenceBatch()
    /// Members' questions to the engine, and to the log, that are being answered.
    private var inFlight = QuestionsInFlight()
    private var readings = QuestionsInFlight()
    private var relayRequests = RelayRequests()
    private(set) var deduplicationQueue = DeduplicationQueue()
    /// Members in this process who wait to hear what became of what they said.
    private var messageCallers = Callers<MessageID.Value>()
    /// Members in this process who wait for the room's host to take their name or language.
    private(set) var profileCallers = Callers<MemberNumber>()
    /// Acts of staff that the room's host elsewhere has yet to answer, and who waits for that.
    private(set) var acts = ActsUnderWay()
    private var actQueue = ActQueue()
    private var budgets: TranslationBudgets
    /// The node is closing: nobody comes in any more.
    private(set) var isOver = false
    /// Somebody in this process is told what happens.
    private var hasListener = false

    /// What this turn, and those before it, led to.
    private var output = RoomOutput()
    private var time: Time

    init(
        state: RoomState, sources: RoomSources, meter: any RoomMeter, logger: Logger, at time: Time
    ) {
        self.state = state
        self.sources = sources
        self.meter = meter
        self.logger = logger
        self.time = time
        messageWasTaken = meter.messages(of: state.settings)
        budgets = TranslationBudgets(state.settings.ceilings)
    }

    /// What is done next happens at this time.
    mutating func beginTurn(at time: Time) { self.time = time }

    var settings: RoomSettings { _read { yield state.settings } }

    /// Goes by these settings from now on, as far as a running room can take them. Members are told of a new topic alone.
    mutating func apply(_ settings: RoomSettings) {
        let before = state.settings.info.topic
        let topic = state.apply(settings)
        budgets.apply(state.settings.ceilings)
        if let topic { broadcast(ModerationAction.topic(topic).told()) }
        // What staff made of the topic is over, whatever the configuration says later.
        if state.settings.info.topic != before { keepModeration() }
    }

    var now: NIODeadline { time.now }
    /// Milliseconds since 1970.
    var wall: Int { time.wall }

    /// The calls in the node's other rooms, from now on.
    mutating func connect(callsInOtherRooms calls: @escaping @Sendable () -> [HelpCall]) {
        sources.callsInOtherRooms = calls
    }

    // MARK: What comes of a turn

    var hasEffects: Bool { !output.isEmpty }

    /// To be done before the next turn begins; nil where nothing is left.
    mutating func nextEffect() -> RoomEffect? { output.next() }

    /// What is to be done, behind what came before.
    mutating func add(_ effect: RoomEffect) { output.add(effect) }

    /// For the log, with the burst's others: nobody is told before it has it.
    mutating func entrust(_ line: LogLine) { output.append(line) }

    /// With the burst's others, where there is a way to the authority; otherwise all that is held goes when it is back.
    mutating func offer(_ line: OfferedLine) { if state.upstream?.isUp == true { output.append(line) } }

    /// The way there is back: all that is held, and nothing of it again with the burst.
    mutating func offerHeld() {
        output.forgetOffered()
        let held = state.upstream?.heldLines ?? []
        if !held.isEmpty { add(.offer(held)) }
    }

    // MARK: Telling

    /// Adds a message for everybody to the burst. No packet is made of it where nobody in this process listens: messages
    /// are most of what a room says, and a packet is a box in memory.
    mutating func broadcast(_ message: Message) {
        messageWasTaken()
        charge(message)
        if message.revision?.isRetraction == true { forgetErased() }
        output.append(message)
        if hasListener { publish(.everybody(.message(message))) }
    }

    /// Adds any other packet for everybody to the burst.
    mutating func broadcast(_ packet: HostPacket) {
        if case .message(let message) = packet { return broadcast(message) }
        output.append(packet)
        publish(.everybody(packet))
    }

    /// Hands the burst's messages to the log and to the authority, and writes what is for everybody.
    mutating func flush() {
        if output.endBurst() { broadcast(state.goAhead()) }
        output.barrier()
    }

    /// Sends a packet to one member, behind everything that everybody was told before.
    mutating func answer(_ packet: HostPacket, to number: MemberNumber) {
        flush()
        guard let member = state.roster[number] else { return }
        switch member.whereabouts {
        case .here where member.joinContext.isLocal: publish(.one(Seat(member), packet))
        case .here: add(.answer(ByteBuffer(framing: packet), to: number))
        case .elsewhere: sendToAuthority(.deliver(packet, number.id))
        case .behind(let relay): answer(packet, to: member, behind: relay)
        }
    }

    /// Sends a packet to one member without a bound on what waits: to a relay, or an answer to what the room has just taken.
    mutating func write(_ packet: HostPacket, to number: MemberNumber) {
        add(.write(ByteBuffer(framing: packet), to: number))
    }

    /// Tells members of somebody's coming, change or going: at once in a small room, with the next tick in a large one.
    mutating func announce(_ packet: HostPacket, except newcomer: MemberNumber?) {
        guard state.roster.count > Self.smallRoomLimit || !presence.isEmpty else {
            flush()
            add(.others(ByteBuffer(framing: packet), than: newcomer))
            return publishPresence(packet)
        }
        switch packet {
        case .joined(let info, _): presence.join(info)
        case .changed(let info, _): presence.change(info)
        case .left(let info, _): presence.leave(info.id)
        default: break
        }
    }

    /// What large rooms are told of their members.
    mutating func broadcastPresence() {
        guard !presence.isEmpty else { return }
        let told = HostPacket.presence(presence.take(n: state.roster.count, langs: state.roster.langs))
        output.append(told)
        publishPresence(told)
    }

    mutating func forgetPresence() { presence = PresenceBatch() }

    /// Tells those who listen in this process, and no member over the network.
    mutating func publish(_ news: RoomNews) { if hasListener { add(.news(news)) } }

    mutating func setHasListener(_ hasListener: Bool) { self.hasListener = hasListener }

    /// Tells the authority, where it is elsewhere, and no member.
    mutating func sendToAuthority(_ request: AuthorityRequest) { if isFollowing { add(.authority(request)) } }

    /// Whether another numbers its messages.
    var isFollowing: Bool { sources.authority != nil }

    mutating func countHasChanged() { add(.count(state.roster.people)) }

    // MARK: Callers in this process

    mutating func answer(_ caller: Ticket?, _ answer: LateAnswer) {
        if let caller { add(.answerCaller(caller, answer)) }
    }

    mutating func addCaller(_ caller: Ticket, forMessage id: MessageID) { messageCallers.add(caller, for: id.value) }

    /// False where nobody waits for it.
    @discardableResult
    mutating func answerMessageCallers(of id: MessageID?, _ result: Result<Message, WireFault>) -> Bool {
        let callers = id.map { messageCallers.take($0.value) } ?? []
        for caller in callers { answer(caller, .message(result)) }
        return !callers.isEmpty
    }

    func isAwaited(_ id: MessageID?) -> Bool { id.map { messageCallers.isAwaited($0.value) } ?? false }

    /// They hear no more of what they said: each by what is made of its id.
    mutating func answerAllMessageCallers(_ fault: (MessageID.Value) -> WireFault) {
        for (value, caller) in messageCallers.takeAll() { answer(caller, .message(.failure(fault(value)))) }
    }

    mutating func addCaller(_ caller: Ticket, forProfileOf number: MemberNumber) {
        profileCallers.add(caller, for: number)
    }

    /// False where nobody in this process waits for it.
    @discardableResult
    mutating func answerProfileCallers(of number: MemberNumber, _ result: Result<Void, WireFault>) -> Bool {
        let callers = profileCallers.take(number)
        for caller in callers { answer(caller, .done(result)) }
        return !callers.isEmpty
    }

    mutating func answerAllProfileCallers(_ result: Result<Void, WireFault>) {
        for (_, caller) in profileCallers.takeAll() { answer(caller, .done(result)) }
    }

    // MARK: Drafts that the log has to speak about

    mutating func ask(about draft: Draft, for carried: Carried? = nil, on seat: Seat) {
        let isFirst = deduplicationQueue.isEmpty
        deduplicationQueue.add(DeduplicationQueue.Entry(draft: draft, seat: seat, carried: carried, since: now))
        if isFirst { askLog() }
    }

    private mutating func askLog() {
        guard let mayKnow = sources.mayKnow, let entry = deduplicationQueue.first else { return }
        let id = entry.draft.id.flatMap { state.timeline.isNew($0) && mayKnow($0) ? $0 : nil }
        add(.askLog(id, round: deduplicationQueue.round))
    }

    /// What the log says of the first of them; those behind it have their turn.
    mutating func resolveFirstDraft(_ known: KnownID?, round: Int) {
        guard deduplicationQueue.round == round, let entry = deduplicationQueue.first else { return }
        deduplicationQueue.removeFirst()
        decideLate(entry, known)
        askLog()
    }

    /// Once a second: the log has not answered for too long.
    mutating func refuseOverdueDrafts() {
        guard deduplicationQueue.isOverdue(now) else { return }
        for entry in deduplicationQueue.giveUp() {
            let reason = "This room's history does not answer; try again shortly."
            answerLate(
                .error(WireFault(.tooFast, reason, id: entry.draft.id)), about: entry.draft.id, to: entry.seat)
        }
    }

    // MARK: Acts of staff, one after the other

    /// The answer comes to the asker, now or later: it is told that nothing changed, or why it was not done. What
    /// everybody is told is the answer of a member otherwise.
    ///
    /// - Parameter taken: answered once it has its place in the order of what is said.
    mutating func queue(_ act: ModerationAction, by who: String, for asker: ActsUnderWay.Asker?, taken: Ticket? = nil) {
        if isFollowing { return passOn(act, by: who, for: asker, taken) }
        if actQueue.add(ActQueue.Entry(act: act, who: who, asker: asker)) {
            beginActs()
        } else {
            answer(asker, .failure(Self.tooManyActs))
        }
        answer(taken, .done(.success(())))
    }

    private mutating func beginActs() {
        while let due = actQueue.next() { begin(due) }
    }

    private mutating func begin(_ due: ActQueue.Entry) {
        flush()
        do throws(WireFault) {
            guard let decision = try state.judge(due.act, now: now, wall: wall) else {
                return nothingChanged(due)
            }
            actQueue.store(decision, on: due)
            if case .clear(let seq) = decision, sources.hasLog {
                add(.log(.clear(upTo: seq)))
            } else if decision.lasts(after: state.moderation), sources.storesModeration {
                add(.store(state.stored(after: decision, now: now, wall: wall), isAct: true))
            } else {
                recordAct(due)
            }
        } catch {
            answer(due.asker, .failure(error))
        }
    }

    /// A room has to be kept in order on a full disk too: an act that could not be stored is done all the same.
    mutating func actIsStored(_ failure: String?) {
        guard let due = actQueue.current else { return }
        if let failure {
            actQueue.fail(failure)
            meter.actFailed()
        }
        // The log tries by itself again to clear.
        if due.act != .clear { moderationIsKept(failure) }
        recordAct(due)
    }

    private mutating func recordAct(_ due: ActQueue.Entry) {
        let concerned = due.act.member.flatMap { state.known($0)?.info }
        record(due.act, by: due.who, on: concerned, .act)
    }

    /// Stored, where that was possible, and written down: now it is done, and told.
    mutating func actIsRecorded() {
        guard case (let due, var decision, let failure)? = actQueue.finish() else { return }
        // Readers forget all that they have been told by then; a log has its mark already.
        if case .clear = decision, !sources.hasLog { decision = .clear(upTo: state.timeline.newest) }
        end(due, decision, failure)
        keepWhatWaited()
        beginActs()
    }

    /// Why what staff decided is not stored; nil where it is.
    var moderationFailure: String? { actQueue.failure }

    /// All that staff decided is stored, or why it is not.
    mutating func moderationIsKept(_ failure: String?) {
        guard actQueue.setFailure(failure, now: now) else { return }
        if let failure {
            logger.error("what staff decided holds until the next start", metadata: ["why": "\(failure)"])
        } else {
            logger.notice("what staff decided is stored again")
        }
    }

    /// What is decided without staff, or need not be waited for.
    mutating func keepModeration() {
        guard sources.storesModeration, actQueue.beginKeeping() else { return }
        add(.store(state.stored(now: now, wall: wall), isAct: false))
    }

    private mutating func keepWhatWaited() { if actQueue.takeMustKeep() { keepModeration() } }

    // MARK: Acts that the room's host is to do

    /// An act that is written down, or need not be.
    mutating func passOn(_ act: ModerationAction, by who: String, for asker: ActsUnderWay.Asker?) {
        guard isFollowing else { return }
        // The link may have been lost meanwhile.
        do throws(WireFault) { try checkWayUp() } catch { return answer(asker, .failure(error)) }
        if act == .bans, sources.authority == .stream { return listBans(to: asker) }
        // What its asker has said before goes up before it.
        flush()
        let token = state.token(of: act.member)
        let act = state.whole(act)
        if let asker { acts.add(act, by: asker, now: now) }
        sendToAuthority(.perform(act, by: who, token: token))
    }

    /// Everybody has been told this.
    mutating func actsAreAnswered(by packet: HostPacket) {
        guard let (asker, fault) = acts.done(packet) else { return }
        guard case .bans(let bans) = packet else { return answer(asker, done: fault) }
        if case .member(let number) = asker { answer(packet, to: number) } else { answer(asker, .success(bans)) }
    }

    mutating func actIsRefused(_ fault: WireFault) {
        if fault.code == .notKept {
            // It is done in a moment; who came over a connection hears of it as the host tells it.
            if case .member(let number)? = acts.setFault(fault) { answer(.error(fault), to: number) }
            return
        }
        guard fault.mayRefuseAnAct, let asker = acts.refused() else { return }
        answer(asker, .failure(fault))
    }

    /// A cluster did not take it, however often it was tried.
    mutating func actIsNotDone(_ act: ModerationAction, _ fault: WireFault) {
        meter.actFailed()
        if let asker = acts.failed(act) { answer(asker, .failure(fault)) }
    }

    /// Once a second.
    mutating func lookAfterActs() {
        for asker in acts.overdue(now) { answer(asker, .failure(Self.isUnanswered)) }
        if actQueue.beginTry(now: now) { keepModeration() }
    }

    /// There is nobody any more who would answer.
    mutating func giveUpActs() {
        for asker in acts.giveUp() { answer(asker, .failure(Self.isUnanswered)) }
        for act in actQueue.giveUp() { answer(act.asker, .failure(Self.isUnanswered)) }
    }

    // MARK: What is asked for relays

    /// Sends out those whose key was taken off the list, with everybody behind them. Asked once a second, as a line of
    /// theirs should not wait for it; of one for which the list does not answer nothing is known, and it stays.
    mutating func sendOutStruckRelays() {
        for relay in state.relays.all {
            guard let member = state.roster[relay.number] else { continue }
            let seat = Seat(member)
            guard relayRequests.beginLookup(seat) else { continue }
            lookUp(member.joinContext.device, .relay(seat))
        }
    }

    mutating func relayWasLookedUp(_ seat: Seat, as rank: StaffRank) {
        relayRequests.endLookup(seat)
        guard holds(seat), isRelay(seat), rank != .unknown, rank.relay == nil else { return }
        drop(seat.number, Self.struckOff)
        state.forget(goneRelay: seat.number)
    }

    /// A relay, or another member, is gone: those behind it are too, and another relay may have to carry.
    mutating func removeRelay(_ relay: Member) {
        let number = relay.number
        guard state.relays[number] != nil else { return }
        relayRequests.remove(number)
        let (successor, behind) = state.removeRelay(number, named: relay.info.name, wall: wall)
        for member in behind { announceDeparture(of: member) }
        if let successor { answer(.relay(carries: true), to: successor) }
    }

    /// The list says who asks for the first host's grant.
    mutating func vouch(for certificate: String, on seat: Seat, as rank: StaffRank) {
        guard !isOver, holds(seat), isRelay(seat), rank.relay != nil else { return }
        if isFollowing {
            if relayRequests.ask(for: certificate, by: seat.number) { sendToAuthority(.vouch(certificate)) }
        } else if let grant = sources.grant(certificate) {
            answer(.granted(certificate: certificate, grant), to: seat.number)
        }
    }

    /// An answer from further up.
    mutating func granted(_ certificate: String, _ grant: Grant) {
        guard let relay = relayRequests.answered(certificate) else { return }
        answer(.granted(certificate: certificate, grant), to: relay)
    }

    // MARK: Questions of members

    mutating func history(_ request: HistoryRequest, for seat: Seat) -> Reply {
        if let fault = state.flood(seat.number, counting: 0, now: now) { return .alone(.error(fault)) }
        if let page = state.page(request, for: firstVisibleSeq(on: seat)) { return .alone(.lines(page)) }
        if let reason = readings.begin(seat.number) { return .alone(.error(WireFault(.tooFast, reason))) }
        add(.history(request, seat))
        return .nothing
    }

    mutating func answerHistory(with page: HistoryPage?, for seat: Seat) {
        readings.end(seat.number)
        if holds(seat) { answer(page.map { .lines($0) } ?? .error(Self.outOfReach), to: seat.number) }
    }

    private static let sharesNothing = WireFault(.badPacket, "This host shares no engine.")

    mutating func translate(_ question: TranslationQuestion, for seat: Seat) -> Reply {
        guard sources.sharing != nil else { return .alone(.error(Self.sharesNothing)) }
        let count = question.texts.count
        if let reason = tooMany(seat.number) ?? excess(question, seat.number)
            ?? inFlight.begin(seat.number, isRelay: isRelay(seat.number))
        {
            return .alone(.translated(id: question.id, .untranslated(count, reason)))
        }
        // Never back to where the question came from: this node is reached by that one.
        let isBack = state.relays[seat.number].map { state.path.contains($0.hello.node) } ?? false
        add(.translate(question, seat, isBack: isBack))
        return .nothing
    }

    private func isRelay(_ number: MemberNumber) -> Bool { state.roster[number]?.joinContext.isRelay == true }

    /// A relay slows its members itself.
    private mutating func tooMany(_ number: MemberNumber) -> String? {
        isRelay(number) ? nil : state.flood(number, counting: 0, now: now)?.reason
    }

    private mutating func excess(_ question: TranslationQuestion, _ number: MemberNumber) -> String? {
        guard let member = state.roster[number],
            let reason = budgets.excess(of: question, by: member, now: now)
        else { return nil }
        meter.refused(.translation)
        return reason
    }

    /// A line is told to everybody: whether engines are asked for it, is known from then on. Who is not in any more has
    /// said it by way of another node.
    mutating func charge(_ line: Message) {
        guard settings.ceilings.lines != nil else { return }
        let member = MemberNumber(line.member).flatMap { state.roster[$0] }
        guard !budgets.allows(line, by: member, now: now) else { return }
        add(.untranslated(line.seq))
        meter.refused(.lines)
    }

    /// Whether engines are asked for a draft that this member looks at before it is said. Drafts are counted as lines are,
    /// and apart from them: checking takes nothing from what is said.
    mutating func allowCheck(of draft: String, from seat: Seat) -> Bool {
        guard settings.ceilings.lines != nil else { return true }
        guard holds(seat), let member = state.roster[seat.number] else { return false }
        if budgets.allows(draft: draft, by: member, now: now) { return true }
        meter.refused(.lines)
        return false
    }

    /// The numbers of those of these older lines, all of them in others' languages, for which no engine is asked when
    /// this member reads them: the newest are counted first. Reading is counted apart from what is said and checked, and
    /// more generously: who scrolls back through ordinary talk does not get there.
    mutating func overBudget(_ lines: [Message], readBy seat: Seat) -> Set<Int> {
        guard settings.ceilings.lines != nil else { return [] }
        guard holds(seat), let member = state.roster[seat.number] else { return Set(lines.map(\.seq)) }
        let over = budgets.excess(of: lines, readBy: member, now: now)
        if !over.isEmpty { meter.refused(.lines, times: over.count) }
        return over
    }

    mutating func pairs(for seat: Seat) -> Reply {
        guard sources.sharing != nil else { return .alone(.error(Self.sharesNothing)) }
        if let reason = tooMany(seat.number) ?? inFlight.begin(seat.number, isRelay: isRelay(seat.number)) {
            return .alone(.error(WireFault(.tooFast, reason)))
        }
        add(.pairs(seat))
        return .nothing
    }

    /// Whoever asked may be gone by now, or back over another connection that has not asked.
    mutating func answered(_ packet: HostPacket, to seat: Seat) {
        inFlight.end(seat.number)
        guard state.roster[seat.number]?.connection == seat.connection else { return }
        answer(packet, to: seat.number)
    }

    // MARK: Its end

    /// Takes nobody and nothing in any more. What is said meanwhile has no answer but the goodbye: a `closing` that names
    /// it would be its end for a guest, which otherwise says it again to the room's next run.
    mutating func settle() {
        isOver = true
        flush()
        if state.timeline.isSettled { add(.settled) }
    }

    /// Everybody who waits hears this, and nobody is in any more.
    mutating func close(saying goodbye: WireFault) {
        isOver = true
        flush()
        publish(.everybody(.error(goodbye)))
        answerAllMessageCallers { _ in goodbye }
        giveUpActs()
        giveUpProfiles(saying: goodbye)
        state.sendAllOut()
        countHasChanged()
    }
}

/// What a room is answered at once, without waiting and without changing anything.
struct RoomSources: Sendable {
    /// What numbers it instead; nil where it does itself.
    var authority: RoomTopology.Authority?
    /// Whether that takes what callers for help wish for besides, and what is for staff alone.
    var authorityTakesWishes: @Sendable () -> Bool = { true }
    var authorityTakesLinesToStaff: @Sendable () -> Bool = { false }
    /// Whether the log may know an id; nil without a log.
    var mayKnow: (@Sendable (MessageID) -> Bool)?
    /// Stands for a device in the log, from what stands for it at every node.
    var author: @Sendable (_ token: String) -> AuthorID = { AuthorID(token: $0) }
    /// Stands for a device at every node, from its secret.
    var token: @Sendable (_ device: String) -> String
    /// What devices may see of an epoch, of a room that is numbered elsewhere; nil where nothing keeps it.
    var devices: (@Sendable (_ epoch: String) -> [DeviceRecord])?
    /// This node's grant, as the first host, for a relay's certificate.
    var grant: @Sendable (_ certificate: String) -> Grant? = { _ in nil }
    /// Whether the node shares an engine with members; nil where it has none.
    var sharing: (@Sendable () -> SharedTranslation?)?
    var storesModeration = false
    /// Calls for help in the node's other rooms.
    var callsInOtherRooms: @Sendable () -> [HelpCall] = { [] }

    var hasLog: Bool { mayKnow != nil }
}
