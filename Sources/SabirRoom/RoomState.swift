import NIOCore
import SabirProtocol

/// A hosted room without its network: who is in, what was said, what is allowed.
///
/// Pure: the clocks are passed in and every method answers with what is to be done. `HostedRoom` does it.
struct RoomState: Sendable {
    let settings: RoomSettings
    /// As it presents itself now: staff may change the topic.
    private(set) var info: RoomInfo
    var roster: Roster
    var timeline: Timeline
    var moderation = Moderation()
    var reports = Reports()
    var departures = Departures()
    var help: HelpCalls
    /// How the room's interpreter is reached; of a room that is carried, in the words of its host.
    private(set) var contact: String
    /// Staff of its authority read it without being members.
    private(set) var staffRead: Bool
    let skeleton: NameSkeleton
    var limits: RoomLimits
    /// Where lines are kept at present: in memory, too, while a log on disk cannot be written.
    private(set) var place: HistoryTerms.Place
    /// Nil where this room is its own authority.
    var upstream: Upstream?
    var relays = Relays()
    /// Node ids from the room's authority to this node.
    private(set) var path: [String]
    /// What this node is called by the host that it follows as a relay.
    private(set) var selfElsewhere: MemberID?
    /// The first host's grant for this node's certificate; nil where it stands in for nobody.
    private(set) var grant: Grant?
    var visibility: HistoryVisibility
    private var connections: UInt64 = 0
    private var random: RoomChance

    /// `past`: what is known of it from before. `isEntrusted`: whether a log has it; where not said, where there is a
    /// past. `upstream`: where its authority is elsewhere. `now` begins the time in which whoever
    /// was in before a restart may tell of lines that are lost.
    init(
        settings: RoomSettings, seed: UInt64?, skeleton: NameSkeleton = .letterCase, past: RoomPast? = nil,
        isEntrusted: Bool? = nil, upstream: Upstream? = nil, tokens: any ResumeTokens = NoResumeTokens(),
        now: NIODeadline = .now()
    ) {
        self.settings = settings
        contact = settings.contact
        staffRead = settings.staffRead
        self.skeleton = skeleton
        roster = Roster(skeleton)
        info = settings.info
        limits = RoomLimits(settings)
        help = HelpCalls(now: now)
        var random = RoomChance(seed: seed)
        let newEpoch = String(random.next(), radix: 36)
        let epoch = past?.epoch ?? newEpoch
        place = settings.history
        grant = settings.grant
        path = settings.node.map { [$0] } ?? []
        self.upstream = upstream
        // A number of this run is not likely to be that of another member in an earlier one.
        let first = settings.idSpace << MemberNumber.spaceBits + random.next() % (36 * 36 * 36 * 36)
        let visibility = HistoryVisibility(
            settings, past: past ?? RoomPast(epoch: epoch, newest: 0), first: first, tokens: tokens,
            renewsUntil: past != nil && upstream == nil ? now + VisibilityClaims.patience : nil)
        timeline = Timeline(settings, epoch: epoch, past: past, isEntrusted: isEntrusted ?? (past != nil)) {
            visibility.author(of: $0)
        }
        self.visibility = visibility
        self.random = random
    }

    // MARK: What is said of it elsewhere

    mutating func hasTopic(_ topic: String) { info.topic = topic }

    mutating func hasContact(_ contact: String) { self.contact = contact }

    mutating func isKept(_ place: HistoryTerms.Place) { self.place = place }

    mutating func isRead(byStaff staffRead: Bool) { self.staffRead = staffRead }

    mutating func isReached(by path: [String], as member: MemberID?) { (self.path, selfElsewhere) = (path, member) }

    mutating func isVouched(by grant: Grant?) { self.grant = grant }

    // MARK: Coming and going

    /// What a `hello` led to.
    struct Admission {
        let member: Member
        /// The connection that this device had and now gives up.
        let replaces: Member?
        /// Who is out for it, as nobody reads there.
        let displaces: Member?
        /// Whether others see a difference: a newcomer, or a returning device with another name or language.
        let change: Change
        /// What else it leads to.
        let consequences: [Consequence]
        /// What the room's log is to keep of the device.
        let record: DeviceRecord?

        enum Change { case joined, changed, none }
    }

    mutating func admit(
        _ hello: Hello, as arrival: JoinContext = JoinContext(), now: NIODeadline
    ) throws(WireFault) -> Admission {
        let known = visibility.number(of: hello.device, arrival.author)
        let previous = known.flatMap { roster[$0] }
        let giver = try letIn(
            arrival, known: known, for: .place(of: PlaceHolder(of: arrival), before: previous), now: now)
        let displaced = giver.flatMap { remove($0.number, connection: $0.connection, now: now) }
        // A relay has a copy of all; what those behind it may see is its to say.
        let firstVisibleSeq = arrival.isRelay ? 1 : firstVisibleSeq(of: hello, arrival, now: now)
        let (number, record) = visibility.admit(hello.device, arrival, from: firstVisibleSeq, now: now)
        let name = roster.name(like: hello.name, for: number, as: arrival.nameClaim)
        let info = MemberInfo(id: number.id, name: name, lang: hello.lang, role: arrival.role)
        connections += 1
        let member = Member(
            number: number, info: info, connection: connections, lastHeard: now, lastPinged: now,
            flood: previous?.ownFlood ?? limits.flood(now: now), arrival: arrival, firstVisibleSeq: firstVisibleSeq,
            absentSince: arrival.isLocal ? now : nil, hasDevice: hello.device != nil)
        if let previous, mayEmerge(previous) { roster.keepSecondPlace(previous) }
        roster.remove(number)
        roster.insert(member)
        moderation.admitted(number, token: arrival.token)
        let change: Admission.Change = previous.map { $0.info == info ? .none : .changed } ?? .joined
        let locks = settings.locksAfterVisitor && !arrival.isStaff
        return Admission(
            member: member, replaces: previous?.whereabouts == .here ? previous : nil, displaces: displaced,
            change: change, consequences: locks ? lock(now: now) : [], record: record)
    }

    /// What somebody at the door wants.
    enum JoinPurpose {
        /// `before`: whom the same device is in as, whose place is free with it.
        case place(of: PlaceHolder?, before: Member?)
        /// To ask and go: a full room is no reason against it.
        case answer
    }

    /// Whether somebody may come in: throws why not. Otherwise who gives up a place for it, where that takes somebody.
    /// Changes nothing and counts nothing.
    ///
    /// - Parameter known: who its device was when it was in before.
    func mayComeIn(
        _ arrival: JoinContext, known: MemberNumber?, for purpose: JoinPurpose, now: NIODeadline
    ) throws(WireFault) -> Member? {
        if let fault = moderation.refusal(of: known, arrival, in: info.name, now: now) { throw fault }
        switch purpose {
        case .place(let holder, let before): return try giver(ofPlaceFor: holder, previous: before, now: now)
        case .answer:
            // A room for one visit alone tells nobody whether its visitor has come.
            guard settings.locksAfterVisitor, !arrival.isStaff else { return nil }
            throw WireFault(
                .locked, "The room \"\(info.name)\" is for one visit, and tells nothing of itself.", fatal: true)
        }
    }

    /// The same of those who say hello here: so many in a while, and this one is counted.
    mutating func letIn(
        _ arrival: JoinContext, known: MemberNumber?, for purpose: JoinPurpose, now: NIODeadline
    ) throws(WireFault) -> Member? {
        let giver = try mayComeIn(arrival, known: known, for: purpose, now: now)
        guard limits.mayJoin(arrival, now) else { throw RoomLimits.tooManyJoins }
        return giver
    }

    /// The member that was here over this connection; nil where it is gone already, or here over another one.
    mutating func remove(_ number: MemberNumber, connection: UInt64, now: NIODeadline = .now()) -> Member? {
        guard let member = roster[number], member.connection == connection else { return nil }
        visibility.left(member, now: now)
        return roster.remove(number)
    }

    /// Everybody, at once.
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
            token: roster[number].flatMap { visibility.token(for: $0, in: timeline) })
        return (welcome, roster.firstPage())
    }

    // MARK: Talking

    /// `wall` is the host's clock in milliseconds since 1970; `known` what the log says of the draft's id.
    mutating func accept(
        _ draft: Draft, from number: MemberNumber, now: NIODeadline, wall: Int, known: KnownID? = nil
    ) -> DraftOutcome {
        guard let member = roster[number] else { return .refused(Self.noLongerIn) }
        return accept(
            draft, by: member, member.arrival.author, token: member.arrival.token, now: now, wall: wall, known: known)
    }

    /// The same of a member here or behind a relay.
    ///
    /// - Parameter relay: over which it came, and which is answered.
    mutating func accept(
        _ draft: Draft, by member: Member, _ author: AuthorID?, token: String?, over relay: MemberNumber? = nil,
        now: NIODeadline, wall: Int, known: KnownID?
    ) -> DraftOutcome {
        if upstream != nil { return hold(draft, by: member, over: relay, now, wall: wall) }
        // Asked only where the log knows it, and by no reference to a method, which would copy all that is kept here.
        var inLog: (log: KnownID, acceptance: AcceptedIDs.Acceptance)?
        if let known { inLog = earlier(known) }
        if let earlier = timeline.answer(draft, by: member, answering: relay ?? member.number, known: inLog) {
            return earlier
        }
        if let fault = refusal(of: draft, by: member.number, token: token, over: relay, now: now) {
            return .refused(fault)
        }
        defer { forgetErased() }
        return timeline.accept(draft, as: draft.id ?? newID(), by: member, author, now: now, wall: wall)
    }

    /// Why this member may not say what is new of it; nil where it may. Counts it: of those behind a relay that has looked
    /// at the rate.
    mutating func refusal(
        of draft: Draft, by number: MemberNumber, token: String?, over relay: MemberNumber?, now: NIODeadline
    ) -> WireFault? {
        guard draft.revision?.isRetraction == true || !moderation.isMuted(number, token: token) else {
            return WireFault(.muted, "Staff have muted you: your messages are not taken.", id: draft.id)
        }
        guard upstream?.isFull != true else { return WireFault(.tooFast, Upstream.tooManyHeld, id: draft.id) }
        return relay == nil ? flood(number, draft.id, now: now) : nil
    }

    /// What the log knows of an id, with the member whose message it was.
    func earlier(_ known: KnownID) -> (log: KnownID, acceptance: AcceptedIDs.Acceptance) {
        (known, AcceptedIDs.Acceptance(of: known, by: visibility.author(of: known)))
    }

    /// No text of what was taken back is left beside the timeline either.
    mutating func forgetErased() {
        for id in timeline.takeErasedLines() { reports.forgetLines { $0.isOf(id) } }
    }

    /// The member as others now see it; nil where nothing changed.
    mutating func change(_ profile: Profile, of number: MemberNumber) -> MemberInfo? {
        guard let member = roster[number] else { return nil }
        let before = member.info
        var info = before
        info.name = profile.name.map { roster.name(like: $0, for: number, as: member.arrival.nameClaim) } ?? info.name
        info.lang = profile.lang ?? info.lang
        guard info != before else { return nil }
        roster.setInfo(info, of: number)
        return info
    }

    /// The member as others now see it; nil where it was no staff of this process.
    mutating func endStaff(of number: MemberNumber) -> MemberInfo? {
        guard var member = roster[number], member.arrival.isLocal, member.arrival.isStaff else { return nil }
        member.arrival.isStaff = false
        member.info.role = nil
        // Taken out and put in again: it counts among visitors, and as one of its address, from now on.
        roster.remove(number)
        roster.insert(member)
        return member.info
    }

    static let noLongerIn = WireFault(.removed, "You are no longer in this room.", as: "not-in", fatal: true)

    /// For what costs as much as a message: why it is too much now; nil where it may be.
    ///
    /// - Parameter id: nil for what is no message.
    mutating func flood(_ number: MemberNumber, _ id: MessageID? = nil, now: NIODeadline) -> WireFault? {
        limits.refusal(of: id, by: number, in: &roster, now: now).map {
            WireFault(.tooFast, limits.reason($0), id: id)
        }
    }

    mutating func newID() -> MessageID { MessageID { random.next() } }

    mutating func newEpoch() -> String { String(random.next(), radix: 36) }

    // MARK: Silence

    mutating func heard(_ number: MemberNumber, connection: UInt64, at now: NIODeadline) -> Bool {
        guard roster[number]?.connection == connection else { return false }
        roster.update(number) { $0.lastHeard = now }
        return true
    }

    /// Those to ping now, and those given up.
    mutating func silent(at now: NIODeadline) -> (ping: [MemberNumber], gone: [MemberNumber]) {
        var ping: [MemberNumber] = []
        var gone: [MemberNumber] = []
        for number in roster.numbers {
            guard let member = roster[number], !member.arrival.isLocal, member.whereabouts == .here else { continue }
            let pace: KeepaliveDecision.Pace = member.arrival.isRelay ? .relay : .member
            switch KeepaliveDecision(heard: member.lastHeard, pinged: member.lastPinged, now: now, pace) {
            case .fine: continue
            case .gone: gone.append(number)
            case .ping:
                roster.update(number) { $0.lastPinged = now }
                ping.append(number)
            }
        }
        return (ping, gone)
    }
}
