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
    /// Names this life of the room's numbering; made anew at every start.
    let epoch: String
    /// As it presents itself now: staff may change the topic.
    var info: RoomInfo
    private(set) var roster = Roster()
    var log: MessageLog
    var moderation = Moderation()
    private var accepted: AcceptedIDs
    private var devices: DeviceNumbers
    private var connections: UInt64 = 0
    private var random: SplitMix64

    init(settings: RoomSettings, seed: UInt64) {
        self.settings = settings
        info = settings.info
        var random = SplitMix64(state: seed)
        epoch = String(random.next(), radix: 36)
        log = MessageLog(capacity: settings.keptMessages)
        accepted = AcceptedIDs(capacity: max(settings.keptMessages, 100) * Self.idsPerKeptMessage)
        // A number of this life is not likely to be that of another member in an earlier one.
        devices = DeviceNumbers(first: random.next() % (36 * 36 * 36 * 36), capacity: Self.rememberedDevices)
        self.random = random
    }

    // MARK: Coming and going

    /// What a `hello` led to.
    struct Admission {
        let member: Member
        /// The connection that this device had and now gives up.
        let replaces: Member?
        /// Whether others see a difference: a newcomer, or a returning device with another name or language.
        let change: Change
        /// What else it leads to.
        let consequences: [Consequence]

        enum Change { case joined, changed, none }
    }

    mutating func admit(
        _ hello: Hello, as arrival: Arrival = Arrival(), now: NIODeadline
    ) throws(WireFault) -> Admission {
        let known = devices.number(of: hello.device)
        let previous = known.flatMap { roster[$0] }
        if let fault = moderation.refusal(of: known, arrival, in: info.name, now: now) { throw fault }
        guard previous != nil || roster.count < settings.maximumMembers else {
            throw WireFault(
                .roomFull, "The room \"\(info.name)\" is full: it holds \(settings.maximumMembers) members.",
                fatal: true)
        }
        let number = known ?? devices.newNumber(for: hello.device)
        let info = MemberInfo(id: number.id, name: hello.name, lang: hello.lang)
        connections += 1
        let member = Member(
            number: number, info: info, connection: connections, lastHeard: now, lastPinged: now,
            flood: previous?.flood ?? FloodGuard(floodRate, now: now), arrival: arrival)
        roster.remove(number)
        roster.insert(member)
        moderation.admitted(number)
        let change: Admission.Change = previous.map { $0.info == info ? .none : .changed } ?? .joined
        let locks = settings.locksAfterVisitor && !arrival.isStaff
        return Admission(member: member, replaces: previous, change: change, consequences: locks ? lock() : [])
    }

    /// The member that was here over this connection; nil where it is gone already, or here over another one.
    mutating func remove(_ number: MemberNumber, connection: UInt64) -> Member? {
        guard roster[number]?.connection == connection else { return nil }
        return roster.remove(number)
    }

    /// Everybody, at once.
    mutating func sendAllOut() { roster = Roster() }

    mutating func welcome(_ number: MemberNumber, sharing: SharedTranslation? = nil) -> (Welcome, EncodedMembers) {
        let welcome = Welcome(
            room: info, member: number.id, epoch: epoch, seq: log.newest, n: roster.count, members: [],
            langs: roster.langs, limits: settings.limits, translation: sharing)
        return (welcome, roster.firstPage())
    }

    /// What a returning member missed: whether all it had was cleared away, the numbers that are gone, the messages.
    /// Nothing where it names another epoch: it starts over from `welcome.seq`.
    func missed(since resume: Hello.Resume?) -> (wasCleared: Bool, gap: ClosedRange<Int>?, messages: [Message]) {
        guard let resume, resume.epoch == epoch, resume.seq <= log.newest else { return (false, nil, []) }
        // Said again to whoever was there at the time: forgetting twice does no harm.
        let wasCleared = log.cleared > 0 && resume.seq <= log.cleared
        return (wasCleared, log.gap(after: resume.seq), log.messages(after: resume.seq))
    }

    // MARK: Talking

    /// What became of a draft.
    enum Outcome: Hashable {
        /// Numbered; for everybody.
        case accepted(Message)
        /// Accepted earlier; for its sender alone.
        case repeated(Message)
        case refused(WireFault)
    }

    /// `wall` is the host's clock in milliseconds since 1970.
    mutating func accept(_ draft: Draft, from number: MemberNumber, now: NIODeadline, wall: Int) -> Outcome {
        guard let sender = roster[number]?.info else { return .refused(Self.noLongerIn) }
        if let id = draft.id, let earlier = accepted[id] {
            return answerRepeat(of: draft, id, earlier, by: number, sender)
        }
        guard !moderation.isMuted(number) else {
            return .refused(WireFault(.muted, "Staff have muted you: your messages are not taken.", id: draft.id))
        }
        guard mayTalk(number, draft.id, now: now) else {
            return .refused(WireFault(.tooFast, tooFast, id: draft.id))
        }
        let id = draft.id ?? newID()
        let message = Message(
            seq: log.newest + 1, id: id, ts: wall, member: sender.id, from: sender.name,
            lang: draft.lang ?? sender.lang, text: draft.text, reply: draft.reply)
        log.append(message)
        accepted.remember(id, AcceptedIDs.Acceptance(seq: message.seq, ts: wall, member: number))
        return .accepted(message)
    }

    private func answerRepeat(
        of draft: Draft, _ id: MessageID, _ earlier: AcceptedIDs.Acceptance, by number: MemberNumber,
        _ sender: MemberInfo
    ) -> Outcome {
        guard earlier.member == number else {
            return .refused(WireFault(.duplicateID, "Another member has used this message id.", id: id))
        }
        guard earlier.seq > log.cleared else {
            let reason = "This message was taken before, and cleared away with the others."
            return .refused(WireFault(.duplicateID, reason, id: id))
        }
        if let kept = log[earlier.seq] { return .repeated(kept) }
        // The text is no longer kept, but its sender has just repeated it.
        return .repeated(
            Message(
                seq: earlier.seq, id: id, ts: earlier.ts, member: sender.id, from: sender.name,
                lang: draft.lang ?? sender.lang, text: draft.text, reply: draft.reply))
    }

    /// The member as others now see it; nil where nothing changed.
    mutating func change(_ profile: Profile, of number: MemberNumber) -> MemberInfo? {
        guard var info = roster[number]?.info else { return nil }
        let before = info
        info.name = profile.name ?? info.name
        info.lang = profile.lang ?? info.lang
        guard info != before else { return nil }
        roster.setInfo(info, of: number)
        return info
    }

    static let noLongerIn = WireFault(.removed, "You are no longer in this room.", fatal: true)

    private var tooFast: String {
        "At most \(settings.rate?.perSecond ?? 0) messages a second are taken; try again shortly."
    }

    /// For what is no message and costs as much as one: why it is too much now; nil where it may be.
    mutating func floodReason(_ number: MemberNumber, now: NIODeadline) -> String? {
        mayTalk(number, nil, now: now) ? nil : tooFast
    }

    /// Whoever said this, in the room or not; nil where the message is not remembered, or was cleared away.
    func author(ofKnown id: MessageID) -> MemberNumber? {
        accepted[id].flatMap { $0.seq > log.cleared ? $0.member : nil }
    }

    mutating func newID() -> MessageID { MessageID { random.next() } }

    private var floodRate: TokenBucket.Rate { settings.floodLimit ?? TokenBucket.Rate(perSecond: 0, burst: 0) }

    private mutating func mayTalk(_ number: MemberNumber, _ id: MessageID?, now: NIODeadline) -> Bool {
        guard let rate = settings.floodLimit else { return true }
        var allowed = false
        roster.update(number) { allowed = $0.flood.allows(id, rate, now: now) }
        return allowed
    }

    // MARK: Silence

    mutating func heard(_ number: MemberNumber, connection: UInt64, at now: NIODeadline) -> Bool {
        guard roster[number]?.connection == connection else { return false }
        roster.update(number) { $0.lastHeard = now }
        return true
    }

    mutating func resumed(_ number: MemberNumber, bytes: Int) {
        roster.update(number) { $0.resumedBytes = bytes }
    }

    /// Those to ping now, and those given up.
    mutating func silent(at now: NIODeadline) -> (ping: [MemberNumber], gone: [MemberNumber]) {
        var ping: [MemberNumber] = []
        var gone: [MemberNumber] = []
        for number in roster.numbers {
            guard let member = roster[number], !member.arrival.isLocal else { continue }
            switch Silence(heard: member.lastHeard, pinged: member.lastPinged, now: now) {
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
