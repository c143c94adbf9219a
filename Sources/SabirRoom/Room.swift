import Logging
import NIOCore
import SabirProtocol

/// A room: the one authority over what is said in it and in which order, or, where the authority is elsewhere, the
/// room's part at this node.
///
/// Pure: it knows no socket, clock, task or thread. What comes from outside is a call in a turn of its own, which
/// leaves its effects in `output` for `HostedRoom` to perform. Answers that come later carry a `Ticket`. Logging and
/// metrics never influence the room.
///
/// Only this file changes the callers that wait and the effects of a turn. The room's other files are about `state`,
/// whose fields only `RoomState` changes, but for `upstream` and the second places of `roster`.
struct Room: Sendable {
    typealias Seat = HostedRoom.Seat

    /// The clocks as read for one turn.
    struct Time: Sendable {
        var now: NIODeadline
        /// Milliseconds since 1970.
        var wall: Int
    }

    /// What a packet leads to for its sender.
    enum Reply {
        case nothing
        case alone(HostPacket)
        /// Everybody has been told this message, including its author.
        case said(Message)
        /// Everybody has been told this packet, including its sender.
        case shared(HostPacket)
    }

    /// Largest room in which each join and leave is told at once; larger rooms are told in batches.
    static let smallRoomLimit = 100

    private(set) var sources: RoomSources
    let meter: any RoomMeter
    private let messageWasTaken: MessageCounter
    let logger: Logger

    var state: RoomState
    private(set) var presence = PresenceBatch()
    /// Members' questions to the engine and the log that are being answered.
    private var inFlight = QuestionsInFlight()
    private var readings = QuestionsInFlight()
    private var relayRequests = RelayRequests()
    private(set) var deduplicationQueue = DeduplicationQueue()
    /// Callers in this process that wait for the result of a message.
    private var messageCallers = Callers<MessageID.Value>()
    /// Callers in this process that wait for the room's host to accept a name or language.
    private(set) var profileCallers = Callers<MemberNumber>()
    /// Acts of staff that the room's host elsewhere has yet to answer, with their askers.
    private(set) var acts = ActsUnderWay()
    private var actQueue = ActQueue()
    private var budgets: TranslationBudgets
    /// The node is closing: nobody comes in any more.
    private(set) var isOver = false
    /// Whether a listener in this process is told news.
    private var hasListener = false

    /// The effects of this turn and of earlier ones that were not performed yet.
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

    /// Sets the time for everything until the next call.
    mutating func beginTurn(at time: Time) { self.time = time }

    var settings: RoomSettings { _read { yield state.settings } }

    /// Applies these settings as far as a running room can take them. Members are told of a new topic alone.
    mutating func apply(_ settings: RoomSettings) {
        let before = state.settings.info.topic
        let topic = state.apply(settings)
        budgets.apply(state.settings.ceilings)
        if let topic { broadcast(ModerationAction.topic(topic).told()) }
        // A new topic in the configuration replaces the one that staff set, for good.
        if state.settings.info.topic != before { keepModeration() }
    }

    var now: NIODeadline { time.now }
    /// Milliseconds since 1970.
    var wall: Int { time.wall }

    mutating func connect(_ calls: @escaping @Sendable () -> [HelpCall]) {
        sources.callsInOtherRooms = calls
    }

    // MARK: Effects of a turn

    var hasEffects: Bool { !output.isEmpty }

    /// The next effect to perform before the next turn; nil where none is left.
    mutating func nextEffect() -> RoomEffect? { output.next() }

    /// Adds an effect behind those before.
    mutating func add(_ effect: RoomEffect) { output.add(effect) }

    /// Hands a line to the log with the burst. Members are told the line only once the log has it.
    mutating func entrust(_ line: LogLine) { output.append(line) }

    /// Offers a line to the authority with the burst. While the link is down nothing is offered: all held lines go when
    /// it is up.
    mutating func offer(_ line: OfferedLine) { if state.upstream?.isUp == true { output.append(line) } }

    /// Offers all held lines, now that the link is up, and none of them again with the burst.
    mutating func offerHeld() {
        output.forgetOffered()
        let held = state.upstream?.held.lines ?? []
        if !held.isEmpty { add(.offer(held)) }
    }

    // MARK: Telling members

    /// Adds a message for everybody to the burst. No packet is made where nobody in this process listens: messages are
    /// most of what a room says, and a packet is a box in memory.
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

    /// Hands the burst's messages to the log and the authority, and writes the frames for everybody.
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
        case .elsewhere: sendToAuthority { $0.deliver(packet, to: number.id) }
        case .behind(let relay): if packet.isAddressed { write(.to(member.info.id, packet), to: relay) }
        }
    }

    /// Sends a packet to one member without a bound on what waits: to a relay, or as the answer to what the room has
    /// just accepted.
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

    /// Tells a large room the changes of its members.
    mutating func broadcastPresence() {
        guard !presence.isEmpty else { return }
        let told = HostPacket.presence(presence.take(n: state.roster.count, langs: state.roster.langs))
        output.append(told)
        publishPresence(told)
    }

    mutating func forgetPresence() { presence = PresenceBatch() }

    /// Tells listeners in this process, and no member over the network.
    mutating func publish(_ news: RoomNews) { if hasListener { add(.news(news)) } }

    mutating func setHasListener(_ hasListener: Bool) { self.hasListener = hasListener }

    /// Sends something to the authority, where it is elsewhere.
    mutating func sendToAuthority(_ send: @escaping @Sendable (any RoomAuthority) -> Void) {
        if isFollowing { add(.authority(send)) }
    }

    mutating func sendToAuthority(_ presence: PresenceHere) { sendToAuthority { $0.send(presence) } }

    /// Whether the room's authority is elsewhere.
    var isFollowing: Bool { sources.authority != nil }

    mutating func publishCount() { add(.count(state.roster.people)) }

    // MARK: Callers in this process

    mutating func answer(_ caller: Ticket?, _ answer: LateAnswer) {
        if let caller { add(.answerCaller(caller, answer)) }
    }

    mutating func addCaller(_ caller: Ticket, forMessage id: MessageID) { messageCallers.add(caller, for: id.value) }

    /// Returns false where no caller waits for the message.
    @discardableResult
    mutating func answerMessageCallers(of id: MessageID?, _ answer: LateAnswer) -> Bool {
        self.answer(id.map { messageCallers.take($0.value) } ?? [], answer)
    }

    func isAwaited(_ id: MessageID?) -> Bool { id.map { messageCallers.isAwaited($0.value) } ?? false }

    /// Answers all callers that wait for a message, each by what `fault` makes of its id.
    mutating func answerAllMessageCallers(_ fault: (MessageID.Value) -> WireFault) {
        for (value, caller) in messageCallers.takeAll() { answer(caller, .failure(fault(value))) }
    }

    mutating func addCaller(_ caller: Ticket, forProfileOf number: MemberNumber) {
        profileCallers.add(caller, for: number)
    }

    /// Returns false where no caller waits for the member's profile.
    @discardableResult
    mutating func answerProfileCallers(of number: MemberNumber, _ answer: LateAnswer) -> Bool {
        self.answer(profileCallers.take(number), answer)
    }

    mutating func answerAllProfileCallers(_ answer: LateAnswer) {
        _ = self.answer(profileCallers.takeAll().map(\.caller), answer)
    }

    private mutating func answer(_ callers: [Ticket], _ answer: LateAnswer) -> Bool {
        for caller in callers { self.answer(caller, answer) }
        return !callers.isEmpty
    }

    // MARK: Drafts whose ids the log checks

    mutating func ask(about draft: Draft, for carried: MemberHere? = nil, on seat: Seat) {
        let isFirst = deduplicationQueue.isEmpty
        deduplicationQueue.add(DeduplicationQueue.Entry(draft: draft, seat: seat, carried: carried, since: now))
        if isFirst { askLog() }
    }

    private mutating func askLog() {
        guard let mayKnow = sources.mayKnow, let entry = deduplicationQueue.first else { return }
        let id = entry.draft.id.flatMap { state.timeline.isNew($0) && mayKnow($0) ? $0 : nil }
        add(.askLog(id, round: deduplicationQueue.round))
    }

    /// Decides on the first draft, now that the log has answered; the next one has its turn.
    mutating func resolveFirstDraft(_ known: KnownID?, round: Int) {
        guard deduplicationQueue.round == round, let entry = deduplicationQueue.first else { return }
        deduplicationQueue.removeFirst()
        decideLate(entry, known)
        askLog()
    }

    /// Refuses drafts for which the log has not answered in time; called once a second.
    mutating func refuseOverdueDrafts() {
        guard deduplicationQueue.isOverdue(now) else { return }
        for entry in deduplicationQueue.giveUp() {
            let reason = "This room's history does not answer; try again shortly."
            answerLate(
                .error(WireFault(.tooFast, reason, id: entry.draft.id)), about: entry.draft.id, to: entry.seat)
        }
    }

    // MARK: Acts of staff, one after the other

    /// Queues an act. The asker is answered now or later: that nothing changed, or why the act was refused; a member
    /// otherwise takes what everybody is told as its answer.
    ///
    /// - Parameter taken: answered once the act has its place in the order of what is said.
    mutating func queue(_ act: ModerationAction, by who: String, for asker: Asker?, taken: Ticket? = nil) {
        if isFollowing { return passOn(act, by: who, for: asker, taken) }
        if actQueue.add(ActQueue.Entry(act: act, who: who, asker: asker)) {
            beginActs()
        } else {
            answer(asker, .failure(Self.tooManyActs))
        }
        answer(taken, .success(.done))
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
                add(.clear(upTo: seq))
            } else if decision.lasts(after: state.moderation), sources.storesModeration {
                add(.store(state.stored(after: decision, now: now, wall: wall), isAct: true))
            } else {
                recordAct(due)
            }
        } catch {
            answer(due.asker, .failure(error))
        }
    }

    /// Continues with the act whose decision was stored, or could not be: a room has to be kept in order on a full disk
    /// too.
    mutating func finishStoringAct(_ failure: String?) {
        guard let due = actQueue.current else { return }
        if let failure {
            actQueue.fail(failure)
            meter.actFailed()
        }
        // The log itself tries again to clear.
        if due.act != .clear { finishKeepingModeration(failure) }
        recordAct(due)
    }

    private mutating func recordAct(_ due: ActQueue.Entry) {
        let concerned = due.act.member.flatMap { state.known($0)?.info }
        record(due.act, by: due.who, on: concerned) { $0.carryOutRecordedAct() }
    }

    mutating func carryOutRecordedAct() {
        guard case (let due, var decision, let failure)? = actQueue.finish() else { return }
        // Readers forget all that they were told until now; a log is given the number to clear to already.
        if case .clear = decision, !sources.hasLog { decision = .clear(upTo: state.timeline.newest) }
        end(due, decision, failure)
        if actQueue.takeMustKeep() { keepModeration() }
        beginActs()
    }

    /// Why the decisions of staff are not stored; nil where they are.
    var moderationFailure: String? { actQueue.failure }

    /// Notes that the moderation state was stored, or why it could not be.
    mutating func finishKeepingModeration(_ failure: String?) {
        guard actQueue.setFailure(failure, now: now) else { return }
        if let failure {
            logger.error("what staff decided holds until the next start", metadata: ["why": "\(failure)"])
        } else {
            logger.notice("what staff decided is stored again")
        }
    }

    /// Stores the moderation state after a change that no act of staff waits for.
    mutating func keepModeration() {
        guard sources.storesModeration, actQueue.beginKeeping() else { return }
        add(.store(state.stored(now: now, wall: wall), isAct: false))
    }

    // MARK: Acts for the room's authority

    /// Passes an act on to the authority, once it is on record or where no record is made.
    mutating func passOn(_ act: ModerationAction, by who: String, for asker: Asker?) {
        guard isFollowing else { return }
        // The link may have gone down meanwhile.
        do throws(WireFault) { try checkWayUp() } catch { return answer(asker, .failure(error)) }
        if act == .bans, sources.authority == .stream { return listBans(to: asker) }
        // The asker's earlier messages go up first.
        flush()
        let token = state.token(of: act.member)
        let act = state.whole(act)
        if let asker { acts.add(act, by: asker, now: now) }
        sendToAuthority { $0.perform(act, by: who, token: token) }
    }

    /// Answers the askers of the act that this packet tells everybody of.
    mutating func answerActs(by packet: HostPacket) {
        guard let (asker, fault) = acts.done(packet) else { return }
        guard case .bans(let bans) = packet else { return answer(asker, done: fault) }
        answer(asker, .success(.bans(bans)))
    }

    mutating func answerRefusedAct(_ fault: WireFault) {
        if fault.code == .notKept {
            // The act is about to be done; a member over a connection is told the fault now, as the host told it.
            if case .member(let seat)? = acts.setFault(fault) { answer(.error(fault), to: seat.number) }
            return
        }
        guard fault.mayRefuseAnAct, let asker = acts.refused() else { return }
        answer(asker, .failure(fault))
    }

    /// Answers the asker of an act that a cluster did not accept after several tries.
    mutating func answerFailedAct(_ act: ModerationAction, _ fault: WireFault) {
        meter.actFailed()
        if let asker = acts.failed(act) { answer(asker, .failure(fault)) }
    }

    /// Refuses acts that the authority has not answered in time; called once a second.
    mutating func lookAfterActs() {
        for asker in acts.overdue(now) { answer(asker, .failure(Self.isUnanswered)) }
        if actQueue.beginTry(now: now) { keepModeration() }
    }

    /// Ends waiting for all acts: nobody will answer.
    mutating func giveUpActs() {
        for asker in acts.giveUp() { answer(asker, .failure(Self.isUnanswered)) }
        for act in actQueue.giveUp() { answer(act.asker, .failure(Self.isUnanswered)) }
    }

    // MARK: Relays in the staff list

    /// Looks all relays up in the staff list, once a second as no message should wait for it. Relays struck off are
    /// sent out with everybody behind them; while the list does not answer, a relay stays.
    mutating func sendOutStruckRelays() {
        for relay in state.relays.all {
            guard let member = state.roster[relay.number] else { continue }
            let seat = Seat(member)
            guard relayRequests.beginLookup(seat) else { continue }
            lookUp(member.joinContext.device) { $0.finishRelayLookup(seat, as: $1) }
        }
    }

    /// Sends out all relays, with everybody behind them, as they ask for the former password. A relay that knows the new
    /// one comes back by itself.
    mutating func sendOutRelays() {
        for relay in state.relays.all { sendOut(relay: relay.number, Self.passwordChanged) }
    }

    private mutating func sendOut(relay number: MemberNumber, _ reason: WireFault) {
        drop(number, reason)
        state.forget(goneRelay: number)
    }

    private mutating func finishRelayLookup(_ seat: Seat, as rank: StaffRank) {
        relayRequests.endLookup(seat)
        guard holds(seat), isRelay(seat), rank != .unknown, rank.relay == nil else { return }
        sendOut(relay: seat.number, Self.struckOff)
    }

    /// Removes the members behind a member that was a relay; another relay may have to carry.
    mutating func removeRelay(_ relay: Member) {
        let number = relay.number
        guard state.relays[number] != nil else { return }
        relayRequests.remove(number)
        let (successor, behind) = state.removeRelay(number, named: relay.info.name, wall: wall)
        for member in behind { announceDeparture(of: member) }
        if let successor { answer(.relay(carries: true), to: successor) }
    }

    /// Answers a relay's request for the first host's grant, by its rank in the staff list.
    mutating func vouch(for certificate: String, on seat: Seat, as rank: StaffRank) {
        guard !isOver, holds(seat), isRelay(seat), rank.relay != nil else { return }
        if isFollowing {
            if relayRequests.ask(for: certificate, by: seat.number) {
                sendToAuthority { $0.vouch(for: certificate) }
            }
        } else if let grant = sources.grant(certificate) {
            answer(.granted(certificate: certificate, grant), to: seat.number)
        }
    }

    /// Passes the authority's grant on to the relay that asked.
    mutating func passOn(_ grant: Grant, for certificate: String) {
        guard let relay = relayRequests.takeAsker(for: certificate) else { return }
        answer(.granted(certificate: certificate, grant), to: relay)
    }

    // MARK: Members' questions

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
        // Never back to the asker: this node reaches the room's authority through it.
        let isBack = state.relays[seat.number].map { state.path.contains($0.hello.node) } ?? false
        add(.translate(question, seat, isBack: isBack))
        return .nothing
    }

    private func isRelay(_ number: MemberNumber) -> Bool { state.roster[number]?.joinContext.isRelay == true }

    /// Why the member asks too much; nil for a relay, which limits its members itself.
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

    /// Decides whether engines are asked for a line, once for all readers. An author who is not in has said the line by
    /// way of another node.
    mutating func charge(_ line: Message) {
        guard settings.ceilings.lines != nil else { return }
        guard !budgets.allows(line, by: state.roster[line.member], now: now) else { return }
        add(.untranslated(line.seq))
        meter.refused(.lines)
    }

    /// Whether engines are asked for a draft that this member checks. Drafts are counted as lines are, in a budget of
    /// their own: checking takes nothing from what is said.
    mutating func allowCheck(of draft: String, from seat: Seat) throws(WireFault) -> Bool {
        guard holds(seat), let member = state.roster[seat.number] else { throw WireFault.noLongerIn }
        if budgets.allows(draft: draft, by: member, now: now) { return true }
        meter.refused(.lines)
        return false
    }

    /// The numbers of those of these older lines, all in languages that the member does not read, for which no engine
    /// is asked when this member reads them. The newest are counted first. The budget for reading is separate, and
    /// larger: scrolling back through ordinary talk does not use it up.
    mutating func overBudget(_ lines: [Message], readBy seat: Seat) throws(WireFault) -> Set<Int> {
        guard holds(seat), let member = state.roster[seat.number] else { throw WireFault.noLongerIn }
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

    /// Sends an answer to the seat that asked; dropped where the member has left or come back over another connection.
    mutating func finishQuestion(with packet: HostPacket, for seat: Seat) {
        inFlight.end(seat.number)
        guard state.roster[seat.number]?.connection == seat.connection else { return }
        answer(packet, to: seat.number)
    }

    // MARK: The room's end

    static let isClosing = WireFault(.closing, "The room is closing.", fatal: true)
    static let nodeIsClosing = WireFault(.closing, "This node is closing.", fatal: true)

    /// Accepts nothing and nobody any more. Messages get no answer but the goodbye: a `closing` that named a message
    /// would make a guest give it up, which otherwise sends it again to the room's next run.
    mutating func stopAccepting() {
        isOver = true
        flush()
        if state.timeline.isSettled { add(.settled) }
    }

    /// Answers all callers with `goodbye` and sends everybody out.
    mutating func close(saying goodbye: WireFault) {
        isOver = true
        flush()
        publish(.everybody(.error(goodbye)))
        answerAllMessageCallers { _ in goodbye }
        giveUpActs()
        giveUpProfiles(saying: goodbye)
        state.sendAllOut()
        publishCount()
    }
}
