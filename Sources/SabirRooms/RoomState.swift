import NIOCore
import SabirWire

/// A hosted room without its network: who is in, what was said, what is allowed.
///
/// Pure: the clocks are passed in and every method answers with what is to be done. `HostedRoom` does it.
struct RoomState: Sendable {
    /// Ids remembered beyond the messages themselves, so that a late repeat is still known.
    static let idsPerKeptMessage = 10
    static let rememberedDevices = 10_000

    let settings: RoomSettings
    /// Names this life of the room's numbering; made anew at every start, unless a log goes on from an earlier life.
    var epoch: String
    /// As it presents itself now: staff may change the topic.
    var info: RoomInfo
    var roster: Roster
    var log: MessageLog
    var moderation = Moderation()
    var reports = Reports()
    var departures = Departures()
    var help = HelpCalls()
    /// How the room's interpreter is reached; of a room that is carried, in the words of its host.
    var contact: String
    let skeleton: NameSkeleton
    private var roomFlood: TokenBucket?
    private var joins: TokenBucket?
    private var refusals: [RoomLimit: Int] = [:]
    var accepted: AcceptedIDs
    /// Where lines are kept at present: in memory, too, while a log on disk cannot be written.
    var place: HistoryTerms.Place
    /// Whether lines are told only once a log has them.
    let isEntrusted: Bool
    var pending = PendingLines()
    /// Nil where this room is its own authority.
    var following: Following?
    var relays = Relays()
    /// Members behind a relay whose device is connected here as well: they are in again when it is not.
    var shadows: [MemberNumber: Member] = [:]
    /// Node ids from the room's authority to this node.
    var path: [String]
    /// What this node is called by the host that it follows as a relay.
    var selfElsewhere: MemberID?
    var grant: Grant?
    /// The log is too slow: lines are told without it until it has caught up.
    var goesAhead = false
    /// Until then somebody who is known from before the start, and has seen more than there is, begins another epoch;
    /// nil where nobody does any more.
    var renewsUntil: NIODeadline?
    /// The epoch that was given up for another since the start.
    var formerEpoch: String?
    let tokens: any ResumeTokens
    var retention: Retention?
    var devices: DeviceNumbers
    var horizons: Horizons
    private var connections: UInt64 = 0
    private var random: RoomChance

    /// `past`: what is known of it from before. `isEntrusted`: whether a log has it; where not said, where there is a
    /// past. `follows`: its authority is elsewhere. `now` begins the time in which whoever
    /// was in before a restart may tell of lines that are lost.
    init(
        settings: RoomSettings, seed: UInt64?, skeleton: NameSkeleton = .letterCase, past: RoomPast? = nil,
        isEntrusted: Bool? = nil, follows: Bool = false, tokens: any ResumeTokens = NoResumeTokens(),
        now: NIODeadline = .now()
    ) {
        self.tokens = tokens
        self.settings = settings
        contact = settings.contact
        self.skeleton = skeleton
        roster = Roster(skeleton)
        info = settings.info
        var random = RoomChance(seed: seed)
        let newEpoch = String(random.next(), radix: 36)
        epoch = past?.epoch ?? newEpoch
        place = settings.history
        self.isEntrusted = isEntrusted ?? (past != nil)
        grant = settings.grant
        path = settings.node.map { [$0] } ?? []
        following = follows ? Following() : nil
        renewsUntil = past != nil && !follows ? now + Horizons.patience : nil
        log = MessageLog(
            capacity: settings.history == .off ? 0 : settings.keptMessages, newest: past?.newest ?? 0,
            lines: past?.lines ?? [])
        log.clear(upTo: past?.cleared ?? 0)
        horizons = Horizons(newcomersSee: settings.newcomersSee)
        retention = settings.keepFor.map { Retention(seconds: $0, inherited: past?.newest ?? 0) }
        accepted = AcceptedIDs(capacity: max(settings.keptMessages, 100) * Self.idsPerKeptMessage)
        // A number of this life is not likely to be that of another member in an earlier one.
        let first = settings.idSpace << MemberNumber.spaceBits + random.next() % (36 * 36 * 36 * 36)
        devices = DeviceNumbers(
            past: past ?? RoomPast(epoch: epoch, newest: 0), first: first, capacity: Self.rememberedDevices)
        self.random = random
        for known in past?.known ?? [] { accepted.remember(known.id, acceptance(of: known)) }
    }

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
        _ hello: Hello, as arrival: Arrival = Arrival(), now: NIODeadline
    ) throws(WireFault) -> Admission {
        let known = devices[hello.device, arrival.author]?.number
        let previous = known.flatMap { roster[$0] }
        if let fault = moderation.refusal(of: known, arrival, in: info.name, now: now) { throw fault }
        let holder = PlaceHolder(of: arrival)
        let giver = try giver(ofPlaceFor: holder, previous: previous, now: now)
        guard mayJoin(arrival, now) else { throw Self.tooManyJoins }
        let displaced = giver.flatMap { remove($0.number, connection: $0.connection, now: now) }
        // A relay has a copy of all; what those behind it may see is its to say.
        let horizon = arrival.isRelay ? 1 : horizon(of: hello, arrival, now: now)
        let number = devices.number(for: hello.device, arrival.author, horizon: horizon)
        let record = arrival.isRelay ? nil : devices.record(hello.device, arrival.author, now: now)
        let name = roster.name(like: hello.name, for: number)
        let info = MemberInfo(id: number.id, name: name, lang: hello.lang, role: arrival.role)
        connections += 1
        let member = Member(
            number: number, info: info, connection: connections, lastHeard: now, lastPinged: now,
            flood: previous?.ownFlood ?? FloodGuard(floodRate, now: now), arrival: arrival, horizon: horizon,
            absentSince: arrival.isLocal ? now : nil, hasDevice: hello.device != nil)
        if let previous, mayEmerge(previous) { shadows[number] = previous }
        roster.remove(number)
        roster.insert(member)
        moderation.admitted(number, token: arrival.token)
        let change: Admission.Change = previous.map { $0.info == info ? .none : .changed } ?? .joined
        let locks = settings.locksAfterVisitor && !arrival.isStaff
        return Admission(
            member: member, replaces: previous?.whereabouts == .here ? previous : nil, displaces: displaced,
            change: change, consequences: locks ? lock(now: now) : [], record: record)
    }

    /// The member that was here over this connection; nil where it is gone already, or here over another one.
    mutating func remove(_ number: MemberNumber, connection: UInt64, now: NIODeadline = .now()) -> Member? {
        guard let member = roster[number], member.connection == connection else { return nil }
        if member.isClaimable { horizons.left(member.horizon, from: member.arrival.address, now: now) }
        return roster.remove(number)
    }

    /// Everybody, at once.
    mutating func sendAllOut() {
        roster = Roster(skeleton)
        departures.forget()
        shadows = [:]
    }

    mutating func welcome(_ number: MemberNumber, sharing: SharedTranslation? = nil) -> (Welcome, EncodedMembers) {
        let welcome = Welcome(
            room: info, member: number.id, epoch: epoch, seq: log.newest, n: roster.count, members: [],
            langs: roster.langs, limits: settings.limits, translation: sharing,
            history: historyTerms(from: roster[number]?.horizon ?? log.newest + 1),
            name: roster[number]?.info.name, grant: grant,
            path: relays[number] == nil ? nil : path, carries: relays[number]?.carries,
            token: roster[number].flatMap(token))
        return (welcome, roster.firstPage())
    }

    // MARK: Talking

    /// What became of a draft.
    enum Outcome: Hashable {
        /// Numbered; for everybody once the room's log has it.
        case entrusted(LogLine)
        /// Repeated while it is on its way into the log: answered when it is there.
        case awaited
        /// For the room's authority, which is elsewhere, to number.
        case offered(OfferedLine)
        /// Numbered; for everybody.
        case accepted(Message)
        /// Accepted earlier; for its sender alone.
        case repeated(Message)
        case refused(WireFault)
    }

    /// `wall` is the host's clock in milliseconds since 1970; `known` what the log says of the draft's id.
    mutating func accept(
        _ draft: Draft, from number: MemberNumber, now: NIODeadline, wall: Int, known: KnownID? = nil
    ) -> Outcome {
        guard let member = roster[number] else { return .refused(Self.noLongerIn) }
        let sender = member.info
        if following != nil { return hold(draft, by: member, now) }
        if let id = draft.id, let earlier = accepted[id] ?? known.map(acceptance) {
            return answerRepeat(of: draft, id, earlier, by: member, kept: known?.message)
        }
        if let id = draft.id, let earlier = pending[id] { return awaited(id, earlier, by: member, answering: number) }
        guard !moderation.isMuted(number, token: member.arrival.token) else {
            return .refused(WireFault(.muted, "Staff have muted you: your messages are not taken.", id: draft.id))
        }
        if let limit = floodLimit(number, draft.id, now: now) {
            return .refused(WireFault(.tooFast, tooFast(limit), id: draft.id))
        }
        let id = draft.id ?? newID()
        let message = Message(
            seq: log.newest + pending.count + 1, id: id, ts: wall, member: sender.id, from: sender.name,
            lang: draft.lang ?? sender.lang, text: draft.text, reply: draft.reply, role: sender.role)
        guard isEntrusted else {
            keep(message, by: number, member.arrival.author)
            return .accepted(message)
        }
        pending.add(message, by: number, member.arrival.author, now: now)
        return .entrusted(LogLine(message: message, author: member.arrival.author))
    }

    /// The room has this line now. `sender` is nil where it came over another node.
    mutating func keep(_ message: Message, by sender: MemberNumber?, _ author: AuthorID? = nil) {
        log.append(message)
        let number = sender ?? MemberNumber(message.member) ?? .nobody
        accepted.remember(
            message.id,
            AcceptedIDs.Acceptance(seq: message.seq, ts: message.ts, member: number, author: author))
    }

    func acceptance(of id: MessageID) -> AcceptedIDs.Acceptance? { accepted[id] }

    func acceptance(of known: KnownID) -> AcceptedIDs.Acceptance {
        let number =
            known.author.flatMap { devices.number(of: $0) } ?? known.message.flatMap { MemberNumber($0.member) }
        return AcceptedIDs.Acceptance(
            seq: known.seq, ts: known.ts, member: number ?? .nobody, author: known.author)
    }

    mutating func awaited(
        _ id: MessageID, _ earlier: PendingLines.Entry, by member: Member, answering number: MemberNumber
    ) -> Outcome {
        let isOwn = earlier.sender == member.number || earlier.author.map { $0 == member.arrival.author } ?? false
        guard isOwn else { return .refused(Self.anothersID(id)) }
        pending.repeated(id, by: number)
        return .awaited
    }

    static func anothersID(_ id: MessageID) -> WireFault {
        WireFault(.duplicateID, "Another member has used this message id.", id: id)
    }

    func answerRepeat(
        of draft: Draft, _ id: MessageID, _ earlier: AcceptedIDs.Acceptance, by member: Member, kept: Message?
    ) -> Outcome {
        let sender = member.info
        guard earlier.isOf(member) else { return .refused(Self.anothersID(id)) }
        guard earlier.seq > log.cleared else {
            let reason = "This message was taken before, and cleared away with the others."
            return .refused(WireFault(.duplicateID, reason, id: id))
        }
        if let kept = kept ?? log[earlier.seq] { return .repeated(kept) }
        // The text is no longer kept, but its sender has just repeated it.
        return .repeated(
            Message(
                seq: earlier.seq, id: id, ts: earlier.ts, member: sender.id, from: sender.name,
                lang: draft.lang ?? sender.lang, text: draft.text, reply: draft.reply, role: sender.role))
    }

    /// The member as others now see it; nil where nothing changed.
    mutating func change(_ profile: Profile, of number: MemberNumber) -> MemberInfo? {
        guard var info = roster[number]?.info else { return nil }
        let before = info
        info.name = profile.name.map { roster.name(like: $0, for: number) } ?? info.name
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

    func tooFast(_ limit: RoomLimit) -> String {
        limit == .messages
            ? "At most \(settings.rate?.perSecond ?? 0) messages a second are taken; try again shortly."
            : "More is being said in this room than it can take; try again shortly."
    }

    /// For what is no message and costs as much as one: why it is too much now; nil where it may be.
    mutating func floodReason(_ number: MemberNumber, now: NIODeadline) -> String? {
        floodLimit(number, nil, now: now).map(tooFast)
    }

    /// Whoever said this, in the room or not; nil where the message is not remembered, or was cleared away.
    func author(ofKnown id: MessageID) -> MemberNumber? {
        accepted[id].flatMap { $0.seq > log.cleared ? $0.member : nil }
    }

    /// The message of this id, where its text is still kept.
    func kept(_ id: MessageID) -> Message? { accepted[id].flatMap { log[$0.seq] } }

    mutating func newID() -> MessageID { MessageID { random.next() } }

    mutating func newEpoch() -> String { String(random.next(), radix: 36) }

    private var floodRate: TokenBucket.Rate { settings.floodLimit ?? TokenBucket.Rate(perSecond: 0, burst: 0) }

    /// The limit that stands in the way of what this member says; nil where none does.
    mutating func floodLimit(_ number: MemberNumber, _ id: MessageID?, now: NIODeadline) -> RoomLimit? {
        if let rate = settings.floodLimit {
            var allowed = false
            roster.update(number) { allowed = $0.flood.allows(id, rate, now: now) }
            guard allowed else { return refused(.messages) }
        }
        guard !roomMayTalk(now) else { return nil }
        roster.update(number) { $0.flood.owe(id, now: now) }
        return refused(.messagesPerRoom)
    }

    private mutating func refused(_ limit: RoomLimit) -> RoomLimit {
        refusals[limit, default: 0] += 1
        return limit
    }

    /// How often a flood limit stood in the way since this was last asked.
    mutating func takeRefusals() -> [RoomLimit: Int] {
        defer { refusals = [:] }
        return refusals
    }

    /// After the member's own limit, so that one who floods does not use up what the others may say.
    private mutating func roomMayTalk(_ now: NIODeadline) -> Bool {
        guard let rate = settings.ceilings.messages else { return true }
        if roomFlood == nil { roomFlood = TokenBucket(full: rate, now: now) }
        return roomFlood?.take(rate, now: now) ?? true
    }

    /// Whoever is on this machine already does not count: behind one loopback address there may be everybody.
    mutating func mayJoin(_ arrival: Arrival, _ now: NIODeadline) -> Bool {
        guard let rate = settings.ceilings.joins, arrival.address != nil else { return true }
        if joins == nil { joins = TokenBucket(full: rate, now: now) }
        return joins?.take(rate, now: now) ?? true
    }

    static let tooManyJoins = WireFault(
        .tooFast, "Too many have come into this room within a minute; try again shortly.", as: "too-often", fatal: true)

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
            let pace: Silence.Pace = member.arrival.isRelay ? .relay : .member
            switch Silence(heard: member.lastHeard, pinged: member.lastPinged, now: now, pace) {
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
