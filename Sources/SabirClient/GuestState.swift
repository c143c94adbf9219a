import NIOCore
import SabirCore
import SabirProtocol

/// A guest's side of a room without its network: connecting, talking, coming back.
///
/// Pure: it takes inputs and the time, and returns actions, which `RemoteRoom` performs.
struct GuestState: Sendable {
    enum Phase: Hashable {
        /// A connection is being made.
        case connecting
        /// Connected and hello sent at this time; no welcome yet.
        case greeting(NIODeadline)
        case member
        /// The next attempt starts at this time.
        case waiting(NIODeadline)
        /// The front end was asked for the room's password.
        case asking
        case over
    }

    enum Input {
        case start
        /// Connected, to ask for `room`.
        /// `doubt`: why the host is refused unless it proves itself; until then it learns nothing about the guest.
        /// `offer`: the offer of the password, if there is one for this host.
        case connected(room: String?, doubt: Sentence? = nil, offer: PasswordOffer? = nil)
        /// The answer to the host's password challenge.
        case proved(GuestProof)
        /// The front end gave a password, the first or another one.
        case passwordGiven
        case unreachable(Sentence)
        /// The host that answered is not trusted.
        case untrusted(Sentence)
        /// Connect again at once, to the same host or another.
        case again
        case packet(HostPacket)
        /// The host broke the contract.
        case fault(WireFault)
        case disconnected(Sentence)
        /// The front end was behind and reads again. The time without reading does not count as the host's silence.
        case readingResumed
        case tick
        case say(Draft)
        /// Packets that are dropped without a connection, such as those of a relay's members, which the relay sends
        /// again after the next welcome.
        case send([MemberPacket])
        /// A packet that is refused without a connection; `about`: the message that it concerns.
        case request(MemberPacket, about: MessageID? = nil)
        /// The draft is no longer worth sending.
        case forget(MessageID)
        case change(Profile)
        /// Asks the host's engine; `patience` is how long an answer is awaited.
        case ask(TranslationQuestion, patience: TimeAmount)
        case askPairs(patience: TimeAmount)
        /// A tick while nothing is read; it does not count the host's silence.
        case pausedTick
        case leave
    }

    enum Action: Hashable {
        case connect
        case send(MemberPacket)
        case emit(RoomEvent)
        /// Compute the proof of the password; `proved` or `untrusted` brings the result.
        case prove(PasswordChallenge)
        case forgetPassword
        case resolve(String, Result<TranslatedTexts, WireFault>)
        case resolvePairs(Result<TranslationPairs, WireFault>)
        case close
        /// The guest has ended: no more actions follow.
        case finish
    }

    static let welcomeTimeout = TimeAmount.seconds(10)
    /// How long a host may take to prove itself: as long as for the handshake.
    static let proofTimeout = TimeAmount.seconds(5)
    /// Pause after `too-fast`. The host reserves a refused message's place for a while; this pause is shorter.
    static let pause = TimeAmount.milliseconds(500)
    private static let nobodysLanguage = LanguageTag("en")!
    private static let noHello = Sentence("The host did not answer the hello.", as: "host-silent")
    private static let fellSilent = Sentence("The host has fallen silent.", as: "host-silent")
    /// Most untrusted hosts that the person is warned of.
    static let mostWarnings = 16

    private(set) var phase = Phase.connecting
    private(set) var outbox = Outbox()
    private(set) var hello: Hello
    /// The device secrets for each room; nil if `hello.device` serves for all.
    private var device: GuestDevice?
    /// Whether the guest also waits for a host that is not there yet. Otherwise a failed first attempt is the end.
    private let isPatient: Bool
    /// Whether the front end has been told that there is no connection.
    private var hasToldLoss = false
    /// The last line read, with its epoch; nil before the first welcome.
    private(set) var position: Hello.Resume?
    private var me: MemberID?
    /// Largest frame body that the host accepts, in bytes.
    private(set) var frameLimit = Frame.maximumLength
    /// What the host said about its engine.
    private(set) var shared: SharedTranslation?
    /// Protocol features that the host, or the relay in its place, knows; none before the first welcome.
    private(set) var hostFeatures: Features = []
    var questions = Questions()
    /// Keeps below the host's flood limit: of messages sent too fast, the host might accept a later one and refuse an
    /// earlier.
    var pace: Pace?
    /// Why the current host is refused unless it proves itself; nil if it need not.
    private var doubt: Sentence?
    /// The profile that was asked for and not confirmed yet; `hello` has the confirmed one.
    private var unconfirmed = Profile()
    /// The name that the room gave this guest.
    private var nameInRoom = ""
    private var password: PasswordExchange
    private var lastHeard: NIODeadline
    private var lastPinged: NIODeadline
    private var pausedUntil: NIODeadline?
    private var distrusted: Set<Sentence> = []
    /// Pauses before trying again: at once with a little jitter, then at growing intervals.
    private var pauses = Backoff(first: .milliseconds(100), longest: .seconds(5))
    private var random: SplitMix64

    /// - Parameter asksForPassword: whether the front end can ask a person for the password.
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
        guard phase != .over else { return answerAfterEnd(input) }
        switch input {
        case .start: return [.connect]
        case .connected(let room, let doubt, let offer):
            return greet(room, doubt, offer, now)
        case .proved(let proof): return sendProof(proof, now)
        case .passwordGiven: return phase == .asking ? connectAgain() : []
        case .unreachable(let why), .disconnected(let why): return handleLoss(why, now)
        case .untrusted(let why): return distrust(why, now)
        case .again: return [.close] + connectAgain()
        case .fault(let fault): return [.close] + handleLoss(fault.told, now)
        case .packet(let packet):
            lastHeard = now
            return handle(packet, now)
        case .readingResumed:
            lastHeard = now
            return []
        case .tick: return tick(now)
        case .say(let draft): return say(draft, now)
        case .send(let packets): return phase == .member ? packets.map { .send($0) } : []
        case .forget(let id):
            _ = outbox.remove(id)
            return []
        case .change(let profile): return change(profile)
        case .request(let packet, let id): return sendOrRefuse(packet, about: id, now)
        case .ask(let question, let patience): return ask(question, patience, now)
        case .askPairs(let patience): return askPairs(patience, now)
        case .pausedTick: return expireQuestions(now)
        case .leave:
            let farewell: [Action] = phase == .member ? [.send(.bye)] : []
            return farewell + end(nil)
        }
    }

    /// Questions are answered even after the end.
    private func answerAfterEnd(_ input: Input) -> [Action] {
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

    /// A hello that asks a host for its grant before it has proved itself. It names nobody and takes no place in the
    /// room. A host that does not know `asksForGrant` shows others a guest of that name for a moment.
    private static func question(in room: String?) -> Hello {
        var hello = Hello(room: room, name: "guest", lang: nobodysLanguage, features: [])
        hello.asksForGrant = true
        return hello
    }

    private mutating func connectAgain() -> [Action] {
        phase = .connecting
        return [.connect]
    }

    /// Uses this secret from the next hello on, for good: a host that met the guest under this device must learn no
    /// other.
    mutating func useDevice(_ secret: String) {
        hello.device = secret
        device = nil
    }

    /// Ends the guest before its first welcome. Afterwards warns once for each reason and tries again, because the
    /// right host may come back.
    private mutating func distrust(_ why: Sentence, _ now: NIODeadline) -> [Action] {
        guard position != nil || isRelay else { return end(WireFault(.untrusted, why, fatal: true)) }
        let isNews = distrusted.count < Self.mostWarnings && distrusted.insert(why).inserted
        let warning: [Action] = isNews ? [.emit(.refused(WireFault(.untrusted, why)))] : []
        return [.close] + warning + handleLoss(why, now)
    }

    /// Before the first welcome a failure is final unless the guest is patient: whoever asked to join wants to know.
    /// Afterwards the guest always tries again.
    private mutating func handleLoss(_ why: Sentence, _ now: NIODeadline) -> [Action] {
        guard comesBack else { return end(WireFault(.unreachable, why, fatal: true)) }
        if case .waiting = phase { return [] }
        phase = .waiting(now + TimeAmount(pauses.next(using: &random)))
        outbox.markAllUnsent()
        let isNews = !hasToldLoss
        hasToldLoss = true
        return failQuestions(why.english) + (isNews ? [.emit(.reconnecting(reason: why))] : [])
    }

    /// A relay never gives up, because nobody is there to start it again.
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
        // The time that a proof takes is this guest's own and no sign of a silent host.
        case .greeting(let since) where now - since >= Self.welcomeTimeout && !password.isAtWork:
            return [.close] + handleLoss(Self.noHello, now)
        case .member:
            return checkSilence(now) + expireQuestions(now) + sendDue(now)
        default: return []
        }
    }

    private mutating func checkSilence(_ now: NIODeadline) -> [Action] {
        switch KeepaliveDecision(heard: lastHeard, pinged: lastPinged, now: now, isRelay ? .relay : .member) {
        case .fine: return []
        case .ping:
            lastPinged = now
            return [.send(.ping(nil))]
        case .gone: return [.close] + handleLoss(Self.fellSilent, now)
        }
    }

    // MARK: What the host says

    private mutating func handle(_ packet: HostPacket, _ now: NIODeadline) -> [Action] {
        if case .error(let fault) = packet { return handle(fault, now) }
        if case .ping(let nonce) = packet { return [.send(.pong(nonce))] }
        if case .greeting = phase {
            return handleGreeting(packet, now)
        }
        switch packet {
        case .message(let message): return handle(message, now)
        case .gap(let gap):
            advance(to: gap.upperBound)
            return [.emit(.gap(gap))]
        case .translated(let id, let answer): return resolve(id, answer, now)
        case .pairs(let pairs): return resolve(pairs)
        case .welcome, .pong, .ping, .error, .challenge, .rooms, .unknown: return []
        case .relay, .to, .granted: return isRelay ? [.emit(.packet(packet))] : []
        case .changed(let info, _): confirmProfile(info)
        case .presence(let presence): for info in presence.changed { confirmProfile(info) }
        default: break
        }
        return [.emit(.packet(packet))]
    }

    private mutating func handleGreeting(_ packet: HostPacket, _ now: NIODeadline) -> [Action] {
        switch packet {
        case .welcome(let welcome):
            guard password.isSatisfied(by: welcome.proof) else { return distrust(PasswordExchange.unproven, now) }
            return handle(welcome, now)
        case .challenge(let challenge):
            guard password.accept(challenge, for: hello.room) else { return distrust(PasswordExchange.strange, now) }
            phase = .greeting(now)
            return [.prove(challenge)]
        default: return []
        }
    }

    private mutating func sendProof(_ proof: GuestProof, _ now: NIODeadline) -> [Action] {
        guard case .greeting = phase else { return [] }
        phase = .greeting(now)
        password.expected = proof.expected
        return [.send(.proof(proof.proof))]
    }

    /// Handles the host's demand for a password, or its word that the password was wrong. Nil if the fault is about
    /// something else, and for a relay, which has nobody to ask and keeps trying.
    private mutating func handlePasswordFault(_ fault: WireFault) -> [Action]? {
        guard !isRelay, case .greeting = phase, let outcome = password.outcome(of: fault) else { return nil }
        switch outcome {
        case .ask(let wanted):
            phase = .asking
            return [.close] + (wanted.isWrong ? [.forgetPassword] : []) + [.emit(.passwordWanted(wanted))]
        case .end(let fault): return end(fault)
        }
    }

    private mutating func handle(_ welcome: Welcome, _ now: NIODeadline) -> [Action] {
        let before = position
        phase = .member
        hasToldLoss = false
        me = welcome.member
        frameLimit = welcome.limits.frame
        shared = welcome.translation
        hostFeatures = welcome.features
        let isManyFold = isRelay && hostFeatures.contains(.questions)
        questions.window = isManyFold ? Questions.relayWindow : Questions.usualWindow
        keepPace(with: welcome.limits)
        pauses.reset()
        pausedUntil = nil
        if before?.epoch != welcome.epoch { position = Hello.Resume(epoch: welcome.epoch, seq: welcome.seq) }
        position?.token = welcome.token
        nameInRoom = welcome.name ?? hello.name
        let event: RoomEvent =
            before == nil ? .welcome(welcome) : .reconnected(welcome, resumed: before?.epoch == welcome.epoch)
        let isChanging = unconfirmed.name != nil || unconfirmed.lang != nil
        return [.emit(event)] + (isChanging ? [.send(.profile(unconfirmed))] : []) + sendDue(now)
    }

    /// Uses half of the allowed burst, because evenly sent messages may arrive bunched.
    private mutating func keepPace(with limits: Welcome.Limits) {
        guard limits.rate > 0 else { return pace = nil }
        let rate = TokenBucket.Rate(
            perSecond: Double(limits.rate), burst: Double(limits.burst > 0 ? max(1, limits.burst / 2) : limits.rate))
        pace = Pace(rate: rate, bucket: pace?.bucket ?? TokenBucket())
    }

    /// The fast path for the most frequent packet: the room's next line while no draft waits. Nil for anything else.
    mutating func followDirectly(_ message: Message, now: NIODeadline) -> RoomEvent? {
        guard phase == .member, outbox.isEmpty, let position, message.seq == position.seq + 1 else { return nil }
        lastHeard = now
        self.position?.seq = message.seq
        return .message(message, own: message.member == me)
    }

    /// Each number is shown once. The echo of a repeated draft may have a number below `position`; it was never shown
    /// if the draft is still waiting.
    private mutating func handle(_ message: Message, _ now: NIODeadline) -> [Action] {
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

    private mutating func handle(_ fault: WireFault, _ now: NIODeadline) -> [Action] {
        if let actions = handlePasswordFault(fault) { return actions }
        if let id = fault.id, fault.code == .tooFast, outbox.postpone(id) {
            pausedUntil = now + Self.pause
            return []
        }
        if !fault.fatal {
            // Without an id, the fault may be about the profile: then the profile is not asked for again after a
            // reconnect.
            if fault.id == nil { unconfirmed = Profile() }
            let wasWaiting = fault.id.map { outbox.remove($0) }
            // A repeat crossed its own echo, and the line was cleared meanwhile: the draft was answered already.
            if fault.code == .duplicateID, wasWaiting == false, !isRelay { return [] }
            return [.emit(.refused(fault))] + sendDue(now)
        }
        if isRelay { return [.emit(.refused(fault)), .close] + handleLoss(fault.told, now) }
        return mayReturn(after: fault.code) ? [.close] + handleLoss(fault.told, now) : end(fault)
    }

    /// Whether the guest tries again after this fatal error. A room that was there once may come back: its host is
    /// restarting, or the room is full for the moment.
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
        if draft.lang == nil { draft.lang = unconfirmed.lang ?? hello.lang }
        guard !outbox.isFull else {
            let reason = "\(Outbox.capacity) messages are waiting for the host already; this one was not taken."
            let fault = WireFault(.tooFast, reason, as: "waiting", ["n": String(Outbox.capacity)], id: draft.id)
            return [.emit(.refused(fault))]
        }
        outbox.add(draft)
        return sendDue(now)
    }

    /// Changes the hello before it is sent; afterwards asks the room. A guest stays in a room that refuses the change.
    private mutating func change(_ profile: Profile) -> [Action] {
        if me == nil, !isGreeting {
            hello.name = profile.name ?? hello.name
            hello.lang = profile.lang ?? hello.lang
        } else {
            unconfirmed.name = profile.name ?? unconfirmed.name
            unconfirmed.lang = profile.lang ?? unconfirmed.lang
        }
        return phase == .member ? [.send(.profile(profile))] : []
    }

    private var isGreeting: Bool { if case .greeting = phase { true } else { false } }

    private mutating func confirmProfile(_ info: MemberInfo) {
        guard info.id == me else { return }
        hello.lang = info.lang
        if unconfirmed.lang == info.lang { unconfirmed.lang = nil }
        guard info.name != nameInRoom else { return }
        nameInRoom = info.name
        // Keeps the name that was asked for: the room's version of it depends on who else is present.
        hello.name = unconfirmed.name ?? hello.name
        unconfirmed.name = nil
    }

    private mutating func sendDue(_ now: NIODeadline) -> [Action] {
        guard phase == .member else { return [] }
        if let pausedUntil, now < pausedUntil { return [] }
        pausedUntil = nil
        var pace = pace
        let due = outbox.takeDue { pace?.take(now: now) ?? true }
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
    /// Whether the draft's packet may exceed this many bytes, judged by its text alone: JSON writes one byte as six at
    /// most (RFC 8259, section 7), and the other known fields take fewer than 1,000 bytes. Encoding each draft to
    /// measure it would cost as much as sending it.
    fileprivate func mayExceed(_ bytes: Int) -> Bool { fields != nil || text.utf8.count * 6 + 1_000 > bytes }
}
