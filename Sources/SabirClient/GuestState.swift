import NIOCore
import SabirCore
import SabirProtocol

/// A guest's side of a room without its network: connecting, talking, coming back.
///
/// Pure: it is fed what happened and the time, and answers with actions. `RemoteRoom` performs them.
struct GuestState: Sendable {
    enum Phase: Hashable {
        /// No connection; one is being made.
        case connecting
        /// Connected, hello said, no welcome yet; since when.
        case greeting(NIODeadline)
        case member
        /// Trying again at this time.
        case waiting(NIODeadline)
        /// The front end was asked for the room's password.
        case asking
        case over
    }

    enum Input {
        case start
        /// And which room is to be asked for.
        /// `doubt`: why the host is refused where it does not prove who it is; until then it is told nothing of the guest.
        /// `offer`: the mark under which the password is offered, where there is one for this host.
        case connected(room: String?, doubt: Sentence? = nil, offer: PasswordOffer? = nil)
        /// What the password makes of the host's challenge.
        case proved(GuestProof)
        /// There is a password now, or another one.
        case passwordGiven
        case unreachable(Sentence)
        /// Who answered is not whom this guest may believe.
        case untrusted(Sentence)
        /// Connect anew at once, to the same host or another.
        case again
        case packet(HostPacket)
        /// The host broke the contract.
        case fault(WireFault)
        case disconnected(Sentence)
        /// The front end was behind and reads again: the host was not silent meanwhile, this end did not read.
        case readingResumed
        case tick
        case say(Draft)
        /// What a relay says for those behind it: lost where there is no connection, as it is said again after the next
        /// welcome.
        case carry([MemberPacket])
        /// It is no longer worth sending.
        case forget(MessageID)
        case change(Profile)
        case who(after: MemberID?)
        case history(HistoryRequest)
        case unclear(MessageID)
        /// An act of staff.
        case act(ModerationAction)
        case report(Report)
        case callForHelp(about: MessageID?, wish: HelpCall.PrivateTalkRequest? = nil)
        case answerHelp(HelpAnswer)
        /// Asks the host's engine; `patience` is how long an answer is worth waiting for.
        case ask(TranslationQuestion, patience: TimeAmount)
        case askPairs(patience: TimeAmount)
        /// A tick while nothing is read, so that the host's silence counts for nothing.
        case pausedTick
        case leave
    }

    enum Action: Hashable {
        case connect
        case send(MemberPacket)
        case emit(RoomEvent)
        /// To be answered by `proved` or `untrusted`.
        case prove(PasswordChallenge)
        /// The password that was given was wrong.
        case forgetPassword
        /// The answer to the question with this id.
        case resolve(String, Result<TranslatedTexts, WireFault>)
        case resolvePairs(Result<TranslationPairs, WireFault>)
        case close
        /// Nothing more will come.
        case finish
    }

    static let welcomeTimeout = TimeAmount.seconds(10)
    /// For a host that has yet to prove itself: as long as for the handshake before.
    static let proofTimeout = TimeAmount.seconds(5)
    /// After `too-fast`; shorter than the host's patience, which keeps the place of what it refused.
    static let pause = TimeAmount.milliseconds(500)
    private static let nobodysLanguage = LanguageTag("en")!
    private static let noHello = Sentence("The host did not answer the hello.", as: "host-silent")
    private static let fellSilent = Sentence("The host has fallen silent.", as: "host-silent")
    /// Hosts that were not believed, of which the person is told.
    static let mostWarnings = 16

    private(set) var phase = Phase.connecting
    private(set) var outbox = Outbox()
    private(set) var hello: Hello
    /// Who this guest is to which room; nil where the hello's device is all there is.
    private var device: GuestDevice?
    /// Whether a host that is not there yet is waited for, too. Otherwise a first try that fails is the end.
    private let isPatient: Bool
    /// Whether the front end has been told that there is no connection.
    private var hasToldLoss = false
    /// How far this guest has read; nil before the first welcome.
    private(set) var position: Hello.Resume?
    private var me: MemberID?
    /// Largest frame body the host takes, in bytes.
    private(set) var frameLimit = Frame.maximumLength
    /// What the host said of its engine.
    private(set) var shared: SharedTranslation?
    /// What the host, or the relay in its place, knows of the amendments; none before the first welcome.
    private(set) var hostFeatures: Features = []
    var questions = Questions()
    /// Keeps below the host's flood limit: of messages sent too fast the host may take a later one and not an earlier.
    var pace: Pace?
    /// Why the present host is refused unless it proves itself; nil where it need not.
    private var doubt: Sentence?
    /// What the room was asked for and has not confirmed; the hello says what it has confirmed.
    private var asked = Profile()
    /// What the room calls this guest.
    private var called = ""
    private var password: PasswordExchange
    private var lastHeard: NIODeadline
    private var lastPinged: NIODeadline
    private var pausedUntil: NIODeadline?
    private var distrusted: Set<Sentence> = []
    private var policy = ReconnectPolicy()
    private var random: SplitMix64

    /// - Parameter asksForPassword: whether the front end can be asked for one.
    init(
        hello: Hello, device: GuestDevice? = nil, isPatient: Bool = false, asksForPassword: Bool = false,
        now: NIODeadline, seed: UInt64
    ) {
        self.hello = hello
        self.device = device
        self.isPatient = isPatient
        password = PasswordExchange(canAsk: asksForPassword)
        lastHeard = now
        lastPinged = now
        random = SplitMix64(state: seed)
    }

    mutating func handle(_ input: Input, now: NIODeadline) -> [Action] {
        guard phase != .over else { return afterTheEnd(input) }
        switch input {
        case .start: return [.connect]
        case .connected(let room, let doubt, let offer):
            return greet(room, doubt, offer, now)
        case .proved(let proof): return prove(proof, now)
        case .passwordGiven: return phase == .asking ? connectAgain() : []
        case .unreachable(let why), .disconnected(let why): return lost(why, now)
        case .untrusted(let why): return distrust(why, now)
        case .again: return [.close] + connectAgain()
        case .fault(let fault): return [.close] + lost(fault.told, now)
        case .packet(let packet):
            lastHeard = now
            return received(packet, now)
        case .readingResumed:
            lastHeard = now
            return []
        case .tick: return tick(now)
        case .say(let draft): return say(draft, now)
        case .carry(let packets): return phase == .member ? packets.map { .send($0) } : []
        case .forget(let id):
            _ = outbox.remove(id)
            return []
        case .change(let profile): return change(profile)
        case .who(let after): return phase == .member ? [.send(.who(after: after))] : []
        case .history(let request): return call(.history(request), about: nil, now)
        case .unclear(let id): return call(.unclear(id), about: id, now)
        case .callForHelp(let about, let wish): return call(.person(nil, about: about, wish: wish), about: nil, now)
        case .answerHelp(let answer): return call(.help(answer), about: nil, now)
        case .act(let act): return call(.staff(act), about: nil, now)
        case .report(let report): return call(.report(report), about: report.id, now)
        case .ask(let question, let patience): return ask(question, patience, now)
        case .askPairs(let patience): return askPairs(patience, now)
        case .pausedTick: return expireQuestions(now)
        case .leave:
            let farewell: [Action] = phase == .member ? [.send(.bye)] : []
            return farewell + end(nil)
        }
    }

    /// Whoever asks is answered even then.
    private func afterTheEnd(_ input: Input) -> [Action] {
        let fault = WireFault(.unreachable, "You are no longer in this room.")
        switch input {
        case .ask(let question, _): return [.resolve(question.id, .failure(fault))]
        case .askPairs: return [.resolvePairs(.failure(fault))]
        default: return []
        }
    }

    // MARK: The connection

    private mutating func greet(
        _ room: String?, _ doubt: Sentence?, _ offer: PasswordOffer?, _ now: NIODeadline
    ) -> [Action] {
        phase = .greeting(now)
        self.doubt = doubt
        password.begin(offer)
        lastHeard = now
        hello.room = room
        if let device { hello.device = device.secret(for: room) }
        hello.resume = position
        guard doubt == nil else { return [.send(.hello(Self.question(in: room)))] }
        var said = hello
        said.auth = offer
        return [.send(.hello(said))]
    }

    /// For the grant of a host that has yet to prove itself: it names and means nobody, and takes no place in the room. Only
    /// a host that does not know the question shows others somebody of that name for a moment.
    private static func question(in room: String?) -> Hello {
        var hello = Hello(room: room, name: "guest", lang: nobodysLanguage, features: [])
        hello.asksForGrant = true
        return hello
    }

    private mutating func connectAgain() -> [Action] {
        phase = .connecting
        return [.connect]
    }

    /// From the next hello on, and for good: the host that was met under this device knows no other.
    mutating func useDevice(_ secret: String) {
        hello.device = secret
        device = nil
    }

    /// Final before the first welcome. Afterwards the person is told, once for each reason, and the right host may yet
    /// come back.
    private mutating func distrust(_ why: Sentence, _ now: NIODeadline) -> [Action] {
        guard position != nil || isRelay else { return end(WireFault(.untrusted, why, fatal: true)) }
        let isNews = distrusted.count < Self.mostWarnings && distrusted.insert(why).inserted
        let warning: [Action] = isNews ? [.emit(.refused(WireFault(.untrusted, why)))] : []
        return [.close] + warning + lost(why, now)
    }

    /// Before the first welcome a failure is final, unless this guest is patient: whoever asked to join wants to know.
    /// Afterwards it never is.
    private mutating func lost(_ why: Sentence, _ now: NIODeadline) -> [Action] {
        guard comesBack else { return end(WireFault(.unreachable, why, fatal: true)) }
        if case .waiting = phase { return [] }
        phase = .waiting(now + policy.next(&random))
        outbox.forgetSent()
        let isNews = !hasToldLoss
        hasToldLoss = true
        return failQuestions(why.english) + (isNews ? [.emit(.reconnecting(reason: why))] : [])
    }

    /// Nobody is there who could begin a relay anew: it never gives up.
    private var isRelay: Bool { hello.relay != nil }

    private var comesBack: Bool { position != nil || isPatient }

    private mutating func end(_ why: WireFault?) -> [Action] {
        phase = .over
        return failQuestions(why?.reason ?? "You have left the room.") + [.emit(.ended(why)), .close, .finish]
    }

    private mutating func tick(_ now: NIODeadline) -> [Action] {
        switch phase {
        case .waiting(let until) where now >= until:
            phase = .connecting
            return [.connect]
        case .greeting(let since) where now - since >= Self.proofTimeout && doubt != nil:
            guard let doubt else { return [] }
            return distrust(doubt, now)
        // What a proof takes is this end's own time.
        case .greeting(let since) where now - since >= Self.welcomeTimeout && !password.isAtWork:
            return [.close] + lost(Self.noHello, now)
        case .member:
            return silence(now) + expireQuestions(now) + sendDue(now)
        default: return []
        }
    }

    private mutating func silence(_ now: NIODeadline) -> [Action] {
        switch KeepaliveDecision(heard: lastHeard, pinged: lastPinged, now: now, isRelay ? .relay : .member) {
        case .fine: return []
        case .ping:
            lastPinged = now
            return [.send(.ping(nil))]
        case .gone: return [.close] + lost(Self.fellSilent, now)
        }
    }

    // MARK: What the host says

    private mutating func received(_ packet: HostPacket, _ now: NIODeadline) -> [Action] {
        if case .error(let fault) = packet { return failed(fault, now) }
        if case .ping(let nonce) = packet { return [.send(.pong(nonce))] }
        if case .greeting = phase {
            return greeted(by: packet, now)
        }
        switch packet {
        case .message(let message): return received(message, now)
        case .gap(let gap):
            advance(to: gap.upperBound)
            return [.emit(.gap(gap))]
        case .joined(let info, let n): return [.emit(.joined(info, n: n))]
        case .left(let info, let n): return [.emit(.left(info, n: n))]
        case .changed(let info, let n):
            confirmed(info)
            return [.emit(.changed(info, n: n))]
        case .presence(let presence):
            for info in presence.changed { confirmed(info) }
            return [.emit(.presence(presence))]
        case .members(let members, let more): return [.emit(.members(members, more: more))]
        case .unclear(let unclear): return [.emit(.unclear(unclear))]
        case .person(let call): return [.emit(.person(call))]
        case .help(let call): return [.emit(.help(call))]
        case .calls(let list): return [.emit(.calls(list))]
        case .notice(let notice): return [.emit(.notice(notice))]
        case .acted(let acted): return [.emit(.acted(acted))]
        case .bans(let bans): return [.emit(.bans(bans))]
        case .link(let link): return [.emit(.link(link))]
        case .lines(let page): return [.emit(.lines(page))]
        case .report(let report): return [.emit(.report(report))]
        case .translated(let id, let answer): return answered(id, answer, now)
        case .pairs(let pairs): return answered(pairs)
        case .relay, .to, .granted: return isRelay ? [.emit(.relayed(packet))] : []
        case .welcome, .pong, .ping, .error, .challenge, .rooms, .unknown: return []
        }
    }

    private mutating func greeted(by packet: HostPacket, _ now: NIODeadline) -> [Action] {
        switch packet {
        case .welcome(let welcome):
            guard password.isSatisfied(by: welcome.proof) else { return distrust(PasswordExchange.unproven, now) }
            return welcomed(welcome, now)
        case .challenge(let challenge):
            guard password.takes(challenge, for: hello.room) else { return distrust(PasswordExchange.strange, now) }
            phase = .greeting(now)
            return [.prove(challenge)]
        default: return []
        }
    }

    private mutating func prove(_ proof: GuestProof, _ now: NIODeadline) -> [Action] {
        guard case .greeting = phase else { return [] }
        phase = .greeting(now)
        password.expected = proof.expected
        return [.send(.proof(proof.proof))]
    }

    /// The host asks for a password, or says that it was the wrong one. Nil where its word is about something else, and
    /// for a relay, which has nobody to ask and goes on trying.
    private mutating func passwordRefused(_ fault: WireFault) -> [Action]? {
        guard !isRelay, case .greeting = phase, let outcome = password.refused(fault) else { return nil }
        switch outcome {
        case .ask(let wanted):
            phase = .asking
            return [.close] + (wanted.isWrong ? [.forgetPassword] : []) + [.emit(.passwordWanted(wanted))]
        case .end(let fault): return end(fault)
        }
    }

    private mutating func welcomed(_ welcome: Welcome, _ now: NIODeadline) -> [Action] {
        let before = position
        phase = .member
        hasToldLoss = false
        me = welcome.member
        frameLimit = welcome.limits.frame
        shared = welcome.translation
        hostFeatures = welcome.features
        let isManyFold = isRelay && hostFeatures.contains(.questions)
        questions.window = isManyFold ? Questions.relayWindow : Questions.usualWindow
        keepPace(with: welcome.limits, now)
        policy.reset()
        pausedUntil = nil
        if before?.epoch != welcome.epoch { position = Hello.Resume(epoch: welcome.epoch, seq: welcome.seq) }
        position?.token = welcome.token
        called = welcome.name ?? hello.name
        let event: RoomEvent =
            before == nil ? .welcome(welcome) : .reconnected(welcome, resumed: before?.epoch == welcome.epoch)
        let isChanging = asked.name != nil || asked.lang != nil
        return [.emit(event)] + (isChanging ? [.send(.profile(asked))] : []) + sendDue(now)
    }

    /// Half the burst, as what was sent evenly may arrive in a bunch.
    private mutating func keepPace(with limits: Welcome.Limits, _ now: NIODeadline) {
        guard limits.rate > 0 else { return pace = nil }
        let rate = TokenBucket.Rate(
            perSecond: Double(limits.rate), burst: Double(limits.burst > 0 ? max(1, limits.burst / 2) : limits.rate))
        pace = Pace(rate: rate, bucket: pace?.bucket ?? TokenBucket(full: rate, now: now))
    }

    /// The next line of the room, with nothing of this guest's own under way: what comes most, without the detour over
    /// inputs and actions. Nil where it is anything else.
    mutating func next(_ message: Message, now: NIODeadline) -> RoomEvent? {
        guard phase == .member, outbox.isEmpty, let position, message.seq == position.seq + 1 else { return nil }
        lastHeard = now
        self.position?.seq = message.seq
        return .message(message, own: message.member == me)
    }

    /// Each number is shown once. The answer to a repeat may come with a number long passed: it was never shown if
    /// the draft is still waiting.
    private mutating func received(_ message: Message, _ now: NIODeadline) -> [Action] {
        let wasWaiting = outbox.remove(message.id)
        let isNew = message.seq > position?.seq ?? 0
        guard isNew || wasWaiting || isRelay else { return [] }
        var actions: [Action] = []
        if isNew, let next = position.map({ $0.seq + 1 }), message.seq > next {
            actions.append(.emit(.gap(next...message.seq - 1)))
        }
        if isNew { advance(to: message.seq) }
        actions.append(.emit(.message(message, own: wasWaiting || message.member == me)))
        return actions + (wasWaiting ? sendDue(now) : [])
    }

    private mutating func advance(to seq: Int) {
        guard let position, seq > position.seq else { return }
        self.position?.seq = seq
    }

    private mutating func failed(_ fault: WireFault, _ now: NIODeadline) -> [Action] {
        if let actions = passwordRefused(fault) { return actions }
        if let id = fault.id, fault.code == .tooFast, outbox.postpone(id) {
            pausedUntil = now + Self.pause
            return []
        }
        if !fault.fatal {
            // It may be about something else: then it is not asked for again after a break alone.
            if fault.id == nil { asked = Profile() }
            let wasWaiting = fault.id.map { outbox.remove($0) }
            // A repeat that crossed its own echo, which was cleared away meanwhile: it has had its answer.
            if fault.code == .duplicateID, wasWaiting == false, !isRelay { return [] }
            return [.emit(.refused(fault))] + sendDue(now)
        }
        if isRelay { return [.emit(.refused(fault)), .close] + lost(fault.told, now) }
        return mayReturn(after: fault.code) ? [.close] + lost(fault.told, now) : end(fault)
    }

    /// Whether a fatal error may be different next time. A room that was there once may come back: its host is
    /// restarting, or it is full for the moment.
    private func mayReturn(after code: ErrorCode) -> Bool {
        switch code {
        case .closing, .tooSlow, .tooFast, .tooMany, .helloTimeout, .roomFull, .noRoom: comesBack
        default: false
        }
    }

    // MARK: What the guest says

    private mutating func say(_ draft: Draft, _ now: NIODeadline) -> [Action] {
        var draft = draft
        if draft.id == nil { draft.id = MessageID() }
        if draft.lang == nil { draft.lang = asked.lang ?? hello.lang }
        guard !outbox.isFull else {
            let reason = "\(Outbox.capacity) messages are waiting for the host already; this one was not taken."
            let fault = WireFault(.tooFast, reason, as: "waiting", ["n": String(Outbox.capacity)], id: draft.id)
            return [.emit(.refused(fault))]
        }
        outbox.add(draft)
        return sendDue(now)
    }

    /// Whoever has not said hello yet comes in so. Afterwards a room that refuses it is not left for it.
    private mutating func change(_ profile: Profile) -> [Action] {
        if me == nil, !isGreeting {
            hello.name = profile.name ?? hello.name
            hello.lang = profile.lang ?? hello.lang
        } else {
            asked.name = profile.name ?? asked.name
            asked.lang = profile.lang ?? asked.lang
        }
        return phase == .member ? [.send(.profile(profile))] : []
    }

    private var isGreeting: Bool { if case .greeting = phase { true } else { false } }

    private mutating func confirmed(_ info: MemberInfo) {
        guard info.id == me else { return }
        hello.lang = info.lang
        if asked.lang == info.lang { asked.lang = nil }
        guard info.name != called else { return }
        called = info.name
        // The name that was wanted: what it is called today depends on who else is there.
        hello.name = asked.name ?? hello.name
        asked.name = nil
    }

    private mutating func sendDue(_ now: NIODeadline) -> [Action] {
        guard phase == .member else { return [] }
        if let pausedUntil, now < pausedUntil { return [] }
        pausedUntil = nil
        var pace = pace
        let due = outbox.due { pace?.take(now: now) ?? true }
        self.pace = pace
        return due.map { draft in
            guard draft.mayExceed(frameLimit) else { return .send(.message(draft)) }
            let size = MemberPacket.message(draft).length
            guard size > frameLimit, let id = draft.id, outbox.remove(id) else { return .send(.message(draft)) }
            let reason = "The message takes \(size) bytes; this host takes at most \(frameLimit)."
            return .emit(.refused(WireFault(.tooLarge, reason, id: id)))
        }
    }
}

extension Draft {
    /// Whether its packet may take more bytes than this, by its text alone: JSON writes one byte as six at most (RFC 8259,
    /// section 7), and all else that it knows takes fewer than 1,000. Encoding each draft to measure it would cost as much as sending it.
    fileprivate func mayExceed(_ bytes: Int) -> Bool { fields != nil || text.utf8.count * 6 + 1_000 > bytes }
}
