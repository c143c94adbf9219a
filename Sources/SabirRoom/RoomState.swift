import NIOCore
import SabirCore
import SabirProtocol

/// A hosted room without its network: who is in, what was said, what is allowed.
///
/// Pure: the clocks are passed in, and every method returns what is to be done. `HostedRoom` does it.
struct RoomState: Sendable {
    private(set) var settings: RoomSettings
    /// The room's info with the present topic, which staff may change.
    private(set) var info: RoomInfo
    var roster: Roster
    private(set) var timeline: Timeline
    private(set) var moderation = Moderation()
    private(set) var reports = Reports()
    private(set) var departures = Departures()
    private(set) var help: HelpCalls
    /// How the room's interpreter is reached; in a room carried from elsewhere, in the words of its host.
    private(set) var contact: String
    /// Whether staff of the room's authority read it without being members.
    private(set) var staffRead: Bool
    /// The network side from which the room is entered.
    private(set) var side: NetworkSide
    private(set) var terms = RoomTerms()
    let skeleton: NameSkeleton
    private(set) var limits: RoomLimits
    /// Where lines are kept at present: in memory, too, while a log on disk cannot be written.
    private(set) var place: HistoryTerms.Place
    /// Nil where this room is its own authority.
    var upstream: Upstream?
    private(set) var relays = Relays()
    /// Node ids from the room's authority to this node.
    private(set) var path: [String]
    /// This node's member id at the host that it follows as a relay.
    private(set) var selfElsewhere: MemberID?
    /// The first host's grant for this node's certificate; nil where this node stands in for nobody.
    private(set) var grant: Grant?
    private(set) var visibility: HistoryVisibility
    private var connections: UInt64 = 0
    private var random: RoomRandomNumbers

    /// `past`: what is known of the room from an earlier run. `isEntrusted`: whether a log keeps the lines; by default,
    /// whether there is a past. `upstream`: the authority, where it is elsewhere. From `now` on, for a while, members
    /// from before a restart may report lost lines.
    init(
        settings: RoomSettings, seed: UInt64?, skeleton: NameSkeleton = .letterCase, past: RoomPast? = nil,
        isEntrusted: Bool? = nil, upstream: Upstream? = nil, tokens: (any ResumeTokens)? = nil,
        now: NIODeadline = .now()
    ) {
        self.settings = settings
        contact = settings.contact
        staffRead = settings.staffRead
        side = NetworkSide(only: settings.interfaces)
        self.skeleton = skeleton
        roster = Roster(skeleton)
        info = settings.info
        limits = RoomLimits(settings)
        help = HelpCalls(now: now)
        var random = RoomRandomNumbers(seed: seed)
        let newEpoch = String(random.next(), radix: 36)
        let epoch = past?.epoch ?? newEpoch
        place = settings.history
        grant = settings.grant
        path = settings.node.map { [$0] } ?? []
        self.upstream = upstream
        // Random, so that a number of this run is unlikely to be another member's of an earlier run.
        let first = settings.idSpace << MemberNumber.spaceBits + random.next() % (36 * 36 * 36 * 36)
        let visibility = HistoryVisibility(
            settings, past: past ?? RoomPast(epoch: epoch, newest: 0), first: first, tokens: tokens,
            renewsUntil: past != nil && upstream == nil ? now + VisibilityClaims.patience : nil,
            beginsAnew: past == nil && upstream == nil)
        timeline = Timeline(settings, epoch: epoch, past: past, isEntrusted: isEntrusted ?? (past != nil)) {
            visibility.devices.author(of: $0)
        }
        self.visibility = visibility
        self.random = random
    }

    // MARK: Its settings

    /// Applies what a running room can take of these settings (`RoomSettings.reloaded`), also for members who are in;
    /// messages and members stay. Returns the new topic, if it changed: a new topic in the configuration replaces the
    /// one that staff set.
    mutating func apply(_ new: RoomSettings) -> String? {
        let before = settings
        settings = before.reloaded(by: new)
        limits.apply(settings)
        timeline.apply(settings)
        visibility.apply(settings)
        if settings.contact != before.contact { contact = settings.contact }
        let topic = settings.info.topic
        // An authority elsewhere decides on the topic that staff set.
        guard topic != before.info.topic, upstream == nil || moderation.topic == nil else { return nil }
        moderation.topic = nil
        guard topic != info.topic else { return nil }
        setTopic(topic)
        return topic
    }

    // MARK: What the node and the authority set

    mutating func setTopic(_ topic: String) { info.topic = topic }

    mutating func setHistoryPlace(_ place: HistoryTerms.Place) { self.place = place }

    mutating func setStaffReading(_ staffRead: Bool) { self.staffRead = staffRead }

    mutating func setSide(_ side: NetworkSide) { self.side = side }

    mutating func setTerms(_ terms: RoomTerms) { self.terms = terms }

    mutating func setPath(_ path: [String], as member: MemberID?) {
        (self.path, selfElsewhere) = (path, member)
        let relays = max(0, path.count - 1)
        help.setRelaysAbove(relays)
        reports.setRelaysAbove(relays)
    }

    mutating func setGrant(_ grant: Grant?) { self.grant = grant }

    // MARK: Coming and going

    mutating func admit(
        _ hello: Hello, as joinContext: JoinContext = JoinContext(), now: NIODeadline
    ) throws(WireFault) -> Admission {
        let earlierNumber = visibility.devices[hello.device, joinContext.author]?.number
        let previous = earlierNumber.flatMap { roster[$0] }
        let evictee = try letIn(
            joinContext, earlierNumber: earlierNumber,
            for: .place(
                of: PlaceHolder.all(of: joinContext), before: previous,
                as: Profile(name: hello.name, lang: hello.lang)),
            now: now)
        let displaced = evictee.flatMap { remove($0.number, connection: $0.connection, now: now) }
        let startsOver = visibility.isFromEarlierEpoch(hello, joinContext, in: timeline)
        // A relay copies everything; it decides what the members behind it may see.
        let firstVisibleSeq = joinContext.isRelay ? 1 : firstVisibleSeq(of: hello, joinContext, now: now)
        let (number, record) = visibility.admit(hello.device, joinContext, from: firstVisibleSeq, now: now)
        var renamed: [MemberNumber] = []
        // Where the room's host settles names, this node must not change them.
        if case .person(let person) = joinContext.nameClaim, upstream == nil {
            renamed = roster.freeName(hello.name, of: person, for: number)
        }
        let name = roster.name(like: hello.name, for: number, as: joinContext.nameClaim)
        let info = MemberInfo(id: number.id, name: name, lang: hello.lang, role: joinContext.role)
        connections += 1
        let member = Member(
            number: number, info: info, connection: connections, lastHeard: now, lastPinged: now,
            flood: previous?.flood ?? FloodGuard(), joinContext: joinContext, firstVisibleSeq: firstVisibleSeq,
            absentSince: joinContext.isLocal ? now : nil, hasDevice: hello.device != nil)
        if let previous, mayKeepSecondPlace(of: previous) { roster.keepSecondPlace(previous) }
        roster.remove(number)
        roster.insert(member)
        admitted(number, token: joinContext.token)
        let change: Admission.Change = previous.map { $0.info == info ? .none : .changed } ?? .joined
        let locks = settings.isPrivate && !joinContext.isVouchedFor
        return Admission(
            member: member, replaces: previous?.whereabouts == .here ? previous : nil, displaces: displaced,
            renamed: renamed, change: change, consequences: locks ? carryOut(.lock(true), now: now) : [],
            record: record, startsOver: startsOver)
    }

    /// Checks whether somebody who says hello here may come in (`checkAdmission`), and counts the join.
    mutating func letIn(
        _ joinContext: JoinContext, earlierNumber: MemberNumber?, for purpose: JoinPurpose, now: NIODeadline
    ) throws(WireFault) -> Member? {
        let evictee = try checkAdmission(of: joinContext, earlierNumber: earlierNumber, for: purpose, now: now)
        guard limits.admitJoin(joinContext, now) else { throw RoomLimits.tooManyJoins }
        return evictee
    }

    /// Removes the member that was here over this connection; nil where it is gone already, or here over another one.
    mutating func remove(_ number: MemberNumber, connection: UInt64, now: NIODeadline = .now()) -> Member? {
        guard let member = roster[number], member.connection == connection else { return nil }
        visibility.recordDeparture(of: member, now: now)
        return roster.remove(number)
    }

    /// Removes everybody.
    mutating func sendAllOut() {
        roster = Roster(skeleton)
        departures.forget()
    }

    mutating func welcome(_ number: MemberNumber, sharing: SharedTranslation? = nil) -> (Welcome, EncodedMembers) {
        let welcome = Welcome(
            room: info, member: number.id, epoch: timeline.epoch, seq: timeline.newest, n: roster.count, members: [],
            langs: roster.langs, limits: settings.limits, translation: sharing,
            history: historyTerms(from: roster[number]?.firstVisibleSeq ?? timeline.newest + 1),
            name: roster[number]?.info.name, grant: grant,
            path: relays[number] == nil ? nil : path, carries: relays[number]?.carries,
            token: roster[number].flatMap { visibility.token(for: $0, in: timeline) },
            confirms: roster[number].map { settings.mayConfirm($0.info.role) } ?? false)
        return (welcome, roster.firstPage())
    }

    // MARK: Talking

    /// All that can refuse a message, in order, and what happens to it. `PacketReader` (frames, packets a second),
    /// `MemberPacket` (text, ids) and `Room.say` (asks the log for the id) come before; `Room.carryOut` tells it after.
    ///
    /// - Parameter relay: the relay that the member is behind, which is answered.
    mutating func accept(
        _ draft: Draft, by member: Member, _ author: AuthorID?, token: String?, over relay: MemberNumber? = nil,
        now: NIODeadline, wall: Int, known: KnownID?
    ) -> DraftOutcome {
        // The authority elsewhere numbers and decides; the message is held here until it has.
        if upstream != nil { return hold(draft, by: member, over: relay, now, wall: wall) }
        // A repeat, by its id. Not `known.map(earlier)`: a method reference would copy the whole state.
        var inLog: (log: KnownID, acceptance: AcceptedIDs.Acceptance)?
        if let known { inLog = earlier(known) }
        if let repeated = timeline.answer(draft, by: member, answering: relay ?? member.number, known: inLog) {
            return repeated
        }
        // Muted, or too much in a while.
        if let fault = checkAndCount(draft, by: member, token: token, over: relay, now: now) {
            return .refused(fault)
        }
        defer { forgetErased() }
        let id = draft.id ?? newID()
        // A correction, retraction or confirmation that this member may not make, or too late.
        if let revision = draft.revision,
            let fault = timeline.refusal(of: revision, by: member, author, draft.id, wall: wall)
        {
            return .refused(fault)
        }
        // Nothing refuses the message: it gets its number.
        return timeline.accept(draft, as: id, by: member, author, now: now, wall: wall)
    }

    /// Notes a revision that the authority is to number; it is judged here where the authority cannot.
    mutating func note(_ revision: Revision, by id: MessageID, wall: Int) {
        timeline.note(revision, by: id, wall: wall)
    }

    /// Appends a message that the authority has numbered. Returns whether it is new, and the numbers before it that
    /// never came.
    mutating func appendNumbered(_ line: Message, by author: AuthorID?) -> (isNew: Bool, gap: ClosedRange<Int>?) {
        defer { forgetErased() }
        return timeline.follow(line, by: author)
    }

    /// Notes that a line could not be taken back after all.
    mutating func giveUp(retracting id: MessageID) { timeline.giveUp(retracting: id) }

    // MARK: Lines on their way into the log

    /// Settles lines that the log now has, the next ones in order. Lines told without waiting for the log are left out.
    mutating func settle(_ lines: [Message]) -> [Timeline.Settled] {
        defer { forgetErased() }
        return timeline.settle(lines)
    }

    /// Returns lines that wait for the log, to be told without it.
    mutating func goAhead() -> [Timeline.Settled] {
        defer { forgetErased() }
        return timeline.goAhead()
    }

    mutating func beginGoingAhead(ifOverdue now: NIODeadline) -> Bool { timeline.beginGoingAhead(ifOverdue: now) }

    /// Ends an erasure: the log has erased the line, or says why it could not.
    ///
    /// - Parameter texts: the erased texts.
    mutating func finishErasure(
        _ entry: Erasures.Entry, texts: [String], failure: String?, now: NIODeadline, wall: Int
    ) -> DraftOutcome? {
        defer { forgetErased() }
        return timeline.finishErasure(entry, texts: texts, failure: failure, now: now, wall: wall)
    }

    /// Forgets erased lines outside the timeline too.
    mutating func forgetErased() {
        for id in timeline.takeErasedLines() { reports.forgetLines { $0.isOf(id) } }
    }

    mutating func takeErasedTexts() -> [String] { timeline.takeErasedTexts() }

    // MARK: What staff decided

    /// Applies a decision. Returns false where it changes nothing.
    mutating func apply(_ decision: JudgedAction, now: NIODeadline) -> Bool { moderation.apply(decision, now: now) }

    /// Notes that somebody came in, who may have been muted as `earlier`.
    mutating func admitted(_ number: MemberNumber, token: String?, before earlier: MemberNumber? = nil) {
        if let earlier, moderation.isMuted(earlier) { _ = moderation.mute(number, token: token) }
        moderation.admitted(number, token: token)
    }

    /// Restores the decisions that an earlier run stored.
    mutating func restore(_ stored: StoredModeration, now: NIODeadline, wall: Int) {
        moderation = Moderation(stored, configuredTopic: settings.info.topic, now: now, wall: wall)
        if let topic = moderation.topic { setTopic(topic) }
    }

    // MARK: Profiles

    /// Changes a member's profile. Returns the member as others now see it; nil where nothing changed. Throws why it is
    /// refused.
    mutating func change(_ profile: Profile, of number: MemberNumber) throws(WireFault) -> MemberInfo? {
        guard let member = roster[number] else { return nil }
        let info = try info(profile, of: member, insteadOf: member.info)
        guard info != member.info else { return nil }
        roster.setInfo(info, of: number)
        return info
    }

    /// Ends a login as staff. Returns the member as others now see it; nil where it was no staff of this process.
    mutating func endStaff(of number: MemberNumber) -> MemberInfo? {
        guard var member = roster[number], member.joinContext.isLocal, member.joinContext.isVouchedFor else {
            return nil
        }
        member.joinContext = member.joinContext.withoutStaff
        member.info.role = nil
        // Removed and inserted again, so that the member counts among visitors, and for its address, from now on.
        roster.remove(number)
        roster.insert(member)
        return member.info
    }

    /// Counts whatever costs as much as a message. Returns why it is too much now; nil where it is allowed.
    ///
    /// - Parameters:
    ///   - id: nil for what is no message.
    ///   - cost: what it counts for at its address; 0 for a question.
    ///   - isByHand: whether it is a line typed at the page.
    mutating func flood(
        _ number: MemberNumber, _ id: MessageID? = nil, counting cost: Double = 1, isByHand: Bool = false,
        now: NIODeadline
    ) -> WireFault? {
        limits.refusal(of: id, by: number, counting: cost, isByHand: isByHand, in: &roster, now: now).map {
            WireFault(.tooFast, limits.reason($0, isByHand: isByHand), id: id)
        }
    }

    mutating func newID() -> MessageID { MessageID { random.next() } }

    // MARK: Silence

    mutating func noteActivity(of number: MemberNumber, connection: UInt64, at now: NIODeadline) -> Bool {
        roster.update(number) { member in
            guard member.connection == connection else { return false }
            member.lastHeard = now
            return true
        } ?? false
    }

    /// Members to ping now, and members to give up.
    mutating func silent(at now: NIODeadline) -> (ping: [MemberNumber], gone: [MemberNumber]) {
        var ping: [MemberNumber] = []
        var gone: [MemberNumber] = []
        for member in roster.all where !member.joinContext.isLocal && member.whereabouts == .here {
            let pace: KeepaliveDecision.Pace = member.joinContext.isRelay ? .relay : .member
            switch KeepaliveDecision(heard: member.lastHeard, pinged: member.lastPinged, now: now, pace) {
            case .fine: continue
            case .gone: gone.append(member.number)
            case .ping:
                roster.update(member.number) { $0.lastPinged = now }
                ping.append(member.number)
            }
        }
        return (ping, gone)
    }

    /// Updates the relays' progress, once a second. Returns how often each limit was exceeded since.
    mutating func tick(now: NIODeadline) -> [RoomLimit: Int] {
        relays.tick(newest: timeline.newest, now: now)
        return limits.takeRefusals()
    }

    // MARK: Known members

    /// Keeps a member who has left within reach of staff for a while.
    mutating func remember(gone member: Member, now: NIODeadline) { departures.add(member, now: now) }

    /// Remembers a device at another node by its author id; a device known already keeps its number.
    mutating func remember(_ author: AuthorID?, _ number: MemberNumber, from first: Int = .max) {
        guard let author, visibility.devices.number(of: author) == nil else { return }
        visibility.devices.remember(author, number, firstVisibleSeq: first)
    }

    /// Takes over the device records of an earlier run.
    mutating func inherit(_ records: [DeviceRecord]) { visibility.devices.inherit(records) }

    /// Notes that all device records are gone. Returns those to write anew, of members who are here.
    mutating func forgetDevices(now: NIODeadline) -> [DeviceRecord] {
        visibility.devices.forgetRecords()
        return roster.all.filter { $0.whereabouts == .here && !$0.joinContext.isRelay }
            .compactMap { visibility.devices.record($0.joinContext.author, $0.number, now: now) }
    }

    /// Begins another epoch where somebody has seen more of this one than there is. Returns its name, or nil.
    mutating func renewEpoch(for hello: Hello, _ author: AuthorID?, now: NIODeadline) -> String? {
        guard visibility.noticeLoss(hello, author, in: timeline, now: now) else { return nil }
        timeline.renew(epoch: String(random.next(), radix: 36))
        return timeline.epoch
    }

    // MARK: Forgetting

    /// Forgets the lines that are meant. Returns their numbers.
    mutating func forget(where isMeant: (Message) -> Bool) -> [Int] {
        reports.forgetLines(where: isMeant)
        return timeline.forget(where: isMeant)
    }

    /// Forgets expired lines. Returns their numbers.
    mutating func expire(at now: ClockReading) -> [Int] {
        let surplus = timeline.takeSurplus()
        guard let upTo = timeline.expiry(at: now) else { return surplus }
        reports.forgetLines { $0.seq <= upTo }
        return surplus + timeline.forget(upTo: upTo)
    }

    /// Clears everything up to this number, with the reports about it.
    mutating func clear(upTo seq: Int) {
        timeline.clear(upTo: seq)
        reports.forget()
    }

    /// Begins another epoch of the numbering, with nobody in; held messages stay. `past`: the newest lines of the
    /// epoch.
    mutating func begin(epoch: String, newest: Int, past: [Message]) {
        timeline.begin(epoch: epoch, newest: newest, past: past)
        visibility.begin(in: timeline)
        reports.forget()
        clearAsTold()
        sendAllOut()
    }

    // MARK: Reports

    /// The refusal of a call or report for which no other may be forgotten.
    private mutating func deskIsFull(for id: MessageID? = nil) -> WireFault {
        limits.refused(.desk)
        return WireFault(
            .tooFast, "Too much waits for the staff of this room already. Go to them, or try again shortly.",
            as: "desk-full", id: id)
    }

    /// Makes a report. Returns it as staff and its author are told of it. Costs as much as a message, also for a line
    /// to staff. `wall`: the host's clock in milliseconds since 1970.
    mutating func report(
        _ report: Report, by number: MemberNumber, now: NIODeadline, wall: Int
    ) throws(WireFault) -> Reported {
        let reporter = try caller(number, about: report.id, now)
        let holder = roster[number]?.deskHolder ?? .member(reporter.id)
        let accused = report.isLineToStaff ? nil : try accused(report)
        let message = report.id.flatMap { timeline[$0] }
        let told = Reported(
            reporter: reporter, id: report.id, about: accused?.id,
            name: accused.flatMap { roster[$0]?.info.name } ?? message?.from, text: report.text,
            ts: reports.time(at: wall), staffIsPresent: !staff.isEmpty)
        guard reports.keep(told, message: message, of: holder) else { throw deskIsFull(for: report.id) }
        return told
    }

    /// Notes that staff have read the report, or are done with it. Nil where that changes nothing.
    mutating func answerReport(of reporter: MemberID, at ts: Int, _ answer: Reported.State) -> Reported? {
        reports.answer(ts, of: reporter, answer)
    }

    /// Keeps a report that a relay tells. Nil where it is known, or there is no place for it.
    mutating func carry(_ report: Reported, over relay: Member) -> Reported? {
        reports.carry(report, via: relay.info.name, over: relay.number)
    }

    /// Removes and returns the reports that gave way.
    mutating func takeEvictedReports() -> [Reported] { reports.takeEvicted() }

    /// Puts back the reports of an earlier run.
    mutating func restore(_ past: [Reported]) {
        let timeline = timeline
        reports.restore(past) { timeline[$0] }
    }

    mutating func reportsToStore() -> [Reported] { reports.toStore() }

    // MARK: Calls for help

    /// Makes a member's call for help. The first call in a while is always taken; further ones cost as much as a
    /// message. A message unknown to the room is left out, so that no call fails for that. Throws where the book is
    /// full and no call may give way.
    mutating func callForHelp(
        about id: MessageID?, wish: HelpCall.PrivateTalkRequest? = nil, by number: MemberNumber, now: NIODeadline,
        wall: Int
    ) throws(WireFault) -> HelpCalls.Call {
        guard let member = roster[number] else { throw WireFault.noLongerIn }
        let caller = member.info
        if !help.isFirst(of: caller.id, now: now), let fault = flood(number, now: now) { throw fault }
        let known = id.flatMap { timeline.author(of: $0) == nil ? nil : $0 }
        let call = HelpCalls.Call(
            caller: caller, holder: member.deskHolder, about: known, contact: contact, ts: wall, since: now,
            state: .open, wish: wish, isUnconfirmed: upstream != nil)
        guard help.open(call) else { throw deskIsFull() }
        return help[caller.id] ?? call
    }

    /// Removes and returns the calls that gave way.
    mutating func takeEvictedCalls() -> [HelpCalls.Call] { help.takeEvicted() }

    /// Answers a call: somebody is coming, or it has ended. Nil where that changes nothing; a call renewed meanwhile
    /// does not end.
    mutating func answer(
        _ call: HelpCalls.Call, _ answer: HelpCall.State, by name: String?, now: NIODeadline
    ) -> HelpCalls.Call? {
        guard help[call.caller.id]?.ts == call.ts else { return nil }
        return help.answer(
            call.caller.id, answer, by: answer == .coming ? name : nil, isUnconfirmed: upstream != nil, now: now)
    }

    /// Takes another node's word on a call. Returns the call where it changed, and where its wish is new. `relay`: the
    /// relay that tells it; nil for the authority.
    mutating func merge(
        _ call: HelpCall, over relay: MemberNumber? = nil, now: NIODeadline
    ) -> (changed: HelpCalls.Call?, wishing: HelpCalls.Call?) {
        let changed = help.merge(call, over: relay, isUnconfirmed: relay != nil && upstream != nil, now: now)
        guard relay != nil, let wish = call.wish else { return (changed, nil) }
        return (changed, help.note(wish, of: call.caller.id, ts: call.ts))
    }

    /// The answer to a relay's call. One that there was no place for is over, so that its caller is told; one that is
    /// over and was never here needs nothing told.
    func answer(to call: HelpCall, now: NIODeadline) -> HelpCall {
        if let known = help[call.caller.id], known.ts >= call.ts { return told(known, now: now) }
        var over = call
        over.state = .done
        return over
    }

    /// Compares the calls with the authority's list.
    mutating func follow(
        _ list: HelpList, now: NIODeadline
    ) -> (changed: [HelpCalls.Call], toTell: [HelpCalls.Call]) {
        contact = list.contact
        let here = Set(roster.all.filter { $0.whereabouts != .elsewhere }.map(\.info.id))
        return help.reconcile(with: list, isOfThisSide: here.contains, now: now)
    }

    /// Returns the calls of this side to send again, and ends those whose callers stay away; called once a second.
    mutating func lookAfterHelp(now: NIODeadline) -> (again: [HelpCalls.Call], ended: [HelpCalls.Call]) {
        let again = help.dueAgain(now: now).filter { isOfThisSide($0.caller.id) }
        let roster = roster
        return (again, help.expire(now: now) { roster[$0] != nil })
    }

    /// Ends all calls, and returns those that stood: the room closes.
    mutating func endAllHelp() -> [HelpCalls.Call] { help.endAll() }

    // MARK: Relays

    /// Adds a relay. Returns the relay that carries in its place, where it has left a side, and the members who were
    /// behind it, whom it tells again.
    mutating func addRelay(
        _ hello: RelayHello, as number: MemberNumber
    ) -> (successor: MemberNumber?, behind: [Member]) {
        (relays.add(number, hello, named: roster[number]?.info.name), removeMembers(nil, behind: number))
    }

    /// Removes a relay. Returns the relay that carries in its place, and the members who were behind it.
    mutating func removeRelay(
        _ number: MemberNumber, named name: String, wall: Int
    ) -> (successor: MemberNumber?, behind: [Member]) {
        relays.remember(gone: number, named: name, since: wall)
        return (relays.remove(number), removeMembers(nil, behind: number))
    }

    /// Forgets a relay that left and that nobody waits for any more.
    mutating func forget(goneRelay number: MemberNumber) { relays.forget(gone: number) }

    mutating func setProgress(of relay: MemberNumber, _ status: ReplicationStatus, now: NIODeadline) {
        relays.setProgress(of: relay, status, newest: timeline.newest, now: now)
    }
}
