import Glibc
import Logging
import NIOCore
import NIOPosix
import SabirProtocol

/// A room on another node, as its guest sees it: joins, talks, and reconnects by itself after a lost connection.
///
/// An actor on an event loop, around the pure `GuestState`. Its events form one sequence for one front end. When the
/// front end falls behind, the actor stops reading from the host until the front end has caught up.
package actor RemoteRoom {
    package typealias Events = NIOAsyncSequenceProducer<
        RoomEvent, NIOAsyncSequenceProducerBackPressureStrategies.HighLowWatermark, EventsDelegate
    >

    static let connectTimeout = TimeAmount.seconds(3)
    static let mostDestinations = 8
    /// Events that may wait for the front end before reading stops.
    static let waitingEvents = 1_024

    package nonisolated let events: Events
    private nonisolated let source: Events.Source
    private nonisolated let loop: any EventLoop
    private let route: any RoomRoute
    private let interface: String?
    private let logger: Logger
    private var state: GuestState
    private var connection = ConnectionAttempt()
    private var trust: HostTrust
    private var credentials: GuestCredentials
    private var ticks: RepeatedTask?
    /// False while the front end is behind: then the host's silence does not count.
    private var isReading = true
    private var listener = EventListener()
    /// Reused buffer for lines that a relay offers.
    private var offers = FrameEncoder()
    private var askers = TranslationAskers()

    package nonisolated var unownedExecutor: UnownedSerialExecutor { loop.executor.asUnownedSerialExecutor() }

    /// Makes a guest; nothing happens before `join`. The route names the room to ask for; `hello.room` is ignored.
    ///
    /// - Parameter device: nil for the hello's device or a new one. Without a device, a guest's repeats after a
    ///   reconnect would count as another member's, and two guests on one machine as one member.
    /// - Parameter isPatient: whether to wait for a host that is not there yet; otherwise a failed first attempt is the
    ///   end.
    /// - Parameter interface: the only network interface to reach the host over; nil for any.
    /// - Parameter security: nil for a guest without TLS.
    /// - Parameter password: the room's password, if known in advance. It is proved only to a host that something
    ///   vouches for, and a host that lets this guest in without proving it too is refused.
    /// - Parameter asksForPassword: whether the front end answers `passwordWanted` events with `use`; otherwise a room
    ///   with a password is the end.
    package init(
        _ hello: Hello, as device: GuestDevice? = nil, isPatient: Bool = false, by route: any RoomRoute,
        over interface: String? = nil, security: (any GuestSecurity)? = nil, password: (any GuestPassword)? = nil,
        asksForPassword: Bool = false, on loop: any EventLoop, logger: Logger
    ) {
        self.loop = loop
        trust = HostTrust(security)
        let credentials = GuestCredentials(password: password)
        self.credentials = credentials
        self.route = route
        self.interface = interface
        self.logger = logger
        state = GuestState(
            hello: hello, device: device ?? GuestDevice(secret: hello.device ?? credentials.passing),
            isPatient: isPatient, asksForPassword: asksForPassword, now: .now(), seed: .random(in: .min ... .max))
        let delegate = EventsDelegate()
        let producer = NIOAsyncSequenceProducer.makeSequence(
            elementType: RoomEvent.self,
            backPressureStrategy: NIOAsyncSequenceProducerBackPressureStrategies.HighLowWatermark(
                lowWatermark: Self.waitingEvents / 4, highWatermark: Self.waitingEvents),
            finishOnDeinit: true, delegate: delegate)
        events = producer.sequence
        source = producer.source
        delegate.room = self
    }

    // MARK: What a front end does

    package func join() {
        guard ticks == nil else { return }
        ticks = loop.scheduleRepeatedTask(initialDelay: .milliseconds(250), delay: .milliseconds(250)) {
            [weak self] _ in
            self?.assumeIsolated { $0.tick() }
        }
        handle(.start)
    }

    /// Answers a `passwordWanted` event; the password is kept for reconnects.
    package func use(_ password: any GuestPassword) {
        credentials.password = password
        handle(.passwordGiven)
    }

    /// Says something. The echo, an event with `own`, acknowledges it. Until then it is sent again after every
    /// reconnect, under the same id.
    package func say(_ draft: Draft) { say([draft]) }

    /// Says several drafts in this order, with nothing in between.
    package func say(_ drafts: [Draft]) { for draft in drafts { handle(.say(draft)) } }

    /// Sends packets of a relay's members.
    package func carry(_ packets: [MemberPacket]) { handle(.send(packets)) }

    /// Sends lines of a relay's members, the most frequent of their packets.
    package func offer(_ lines: [OfferedLine]) {
        guard state.phase == .member else { return }
        for line in lines {
            offers.append(.carried(line.draft, for: MemberHere(line.sender, token: line.token)))
        }
        send(&offers)
    }

    /// Delivers events to this listener from now on instead of to `events`, in order, on the room's event loop. The
    /// listener must not block.
    package func deliverEvents(to listener: @escaping @Sendable ([RoomEvent]) -> Void) {
        self.listener.setListener(listener)
    }

    /// Stops sending a draft. Does not call back a draft that is already on its way.
    package func stopSending(_ id: MessageID) { handle(.forget(id)) }

    /// Changes name or language, in the running chat and after every reconnect.
    package func change(_ profile: Profile) { handle(.change(profile)) }

    /// Asks who is here; answered by `members` packets.
    package func askMembers(after: MemberID? = nil) { handle(.send([.who(after: after)])) }

    /// Asks for lines before number `before`, nil for the newest; answered by a `lines` packet or by `refused`. At
    /// most 100 come at once, fewer if a packet holds no more. `welcome.history` says from which number on this member
    /// may have them.
    package func askHistory(before: Int? = nil, limit: Int = HistoryRequest.usual) {
        request(.history(HistoryRequest(before: before, limit: limit)))
    }

    /// Sends a call, a report or an act of staff. The host's packet about it confirms it, or a refusal answers it: at
    /// once where there is no connection, as such packets are not kept for later.
    ///
    /// A call for help is confirmed by `help`, or by `person` from a host without the feature `help`, which does not
    /// answer `help`. A wish goes only to staff; a host without the feature `wish` ignores it.
    ///
    /// - Parameter id: the message concerned.
    package func request(_ packet: MemberPacket, about id: MessageID? = nil) { handle(.request(packet, about: id)) }

    /// Has the host's engine translate 1–16 texts of at most 8,000 Unicode scalars together, if `welcome` says that the
    /// engine is shared. Three questions are sent at a time; 64 may wait.
    ///
    /// The task that reads `events` must not await this: while it does, no answers are read. Throws `unreachable` if no
    /// answer comes in time or the connection is lost, `too-large`, `too-fast`, and `bad-packet` if the host shares
    /// nothing or its answer does not fit.
    package func translate(
        _ texts: [String], from source: LanguageTag, to target: LanguageTag, within patience: TimeAmount = .seconds(20)
    ) async throws(WireFault) -> TranslatedTexts {
        let question = TranslationQuestion(id: askers.newID(), source: source, target: target, texts: texts)
        return try await withCheckedContinuation { asker in
            askers.add(asker, for: question.id)
            handle(.ask(question, patience: patience))
        }.get()
    }

    /// The language pairs that the host's engine translates. Throws as `translate` does.
    package func pairs(within patience: TimeAmount = .seconds(20)) async throws(WireFault) -> TranslationPairs {
        try await withCheckedContinuation { asker in
            askers.add(asker)
            handle(.askPairs(patience: patience))
        }.get()
    }

    /// Says goodbye; `events` ends.
    package func leave() { handle(.leave) }

    /// Whether nothing vouches for the current host but its presence. Such a host sees no device secret that another
    /// host knows.
    package var isHostFirstMet: Bool { trust.isFirstContact }

    /// The secret by which the host knows this device; nil before the first hello.
    package var device: String? { state.hello.device }

    /// Drafts without an echo so far.
    package var unacknowledged: [Draft] { state.outbox.drafts }

    /// Drafts without an echo that were sent on the current connection; none without one.
    package var sentDrafts: [Draft] { state.outbox.sent }

    // MARK: What happens

    /// Handles packets that were read together.
    func handle(_ packets: [HostPacket], of attempt: Int) {
        let (wasHeld, now) = (listener.hold(), NIODeadline.now())
        for packet in packets {
            if attempt == connection.number, case .message(let message) = packet,
                let event = state.followDirectly(message, now: now)
            {
                emit(event)
            } else {
                handle(.packet(packet), of: attempt)
            }
        }
        listener.release(wasHeld)
        deliverToListener()
    }

    func handle(_ input: GuestState.Input, of attempt: Int) {
        guard attempt == connection.number else { return }
        guard case .greeting = state.phase, case .packet(let packet) = input else { return handle(input) }
        switch trust.judge(packet) {
        case .believed: if !lookElsewhere(after: packet) { handle(input) }
        case .again: handle(.again)
        case .hopeless(let why): handle(.untrusted(why))
        }
    }

    private func tick() {
        handle(isReading || connection.channel == nil ? .tick : .pausedTick)
    }

    private func handle(_ input: GuestState.Input) {
        let actions = state.handle(input, now: .now())
        var out = FrameEncoder()
        for action in actions {
            switch action {
            case .send(let packet): out.append(packet)
            default:
                send(&out)
                perform(action)
            }
        }
        send(&out)
        deliverToListener()
    }

    private func send(_ out: inout FrameEncoder) {
        guard !out.isEmpty else { return }
        connection.channel?.writeAndFlush(out.take(), promise: nil)
    }

    private func perform(_ action: GuestState.Action) {
        switch action {
        case .connect: connect()
        case .emit(let event): emit(event)
        case .prove(let challenge): prove(challenge)
        case .forgetPassword: credentials.password = nil
        case .resolve(let id, let answer): askers.answer(id, answer)
        case .resolvePairs(let answer): askers.answer(answer)
        case .close: connection.end()?.close(promise: nil)
        case .finish:
            ticks?.cancel()
            ticks = nil
            source.finish()
        case .send: break
        }
    }

    private func prove(_ challenge: PasswordChallenge) {
        guard let password = credentials.password, let offer = credentials.offer,
            let certificate = trust.provenCertificate
        else { return }
        let attempt = connection.number
        Task {
            do throws(RouteError) {
                let proof = try await password.answer(challenge, to: offer, certificate: certificate)
                handle(.proved(proof), of: attempt)
            } catch {
                handle(.untrusted(error.sentence), of: attempt)
            }
        }
    }

    private func emit(_ event: RoomEvent) {
        if listener.add(event) { return }
        if case .stopProducing = source.yield(event) { setReading(false) }
    }

    private func deliverToListener() {
        while let (listener, events) = self.listener.beginDelivery() {
            listener(events)
            self.listener.release(false)
        }
    }

    /// Called when the front end has caught up.
    fileprivate func setReading(_ on: Bool) {
        if on, !isReading { handle(.readingResumed) }
        isReading = on
        _ = connection.channel?.setOption(.autoRead, value: on)
        if on { connection.channel?.read() }
    }

    // MARK: Connecting

    private func connect() {
        let attempt = connection.begin()
        Task {
            do throws(RouteError) {
                try await connect(attempt)
            } catch {
                handle(error.isUntrusted ? .untrusted(error.sentence) : .unreachable(error.sentence), of: attempt)
            }
        }
    }

    /// Whether the host has no such room and another host is looked for: the announcement may be a leftover of an ended
    /// host in the network's caches, while a new host, perhaps at the same address, has the room under another id. Only
    /// once, and only before the first welcome.
    private func lookElsewhere(after packet: HostPacket) -> Bool {
        guard case .error(let fault) = packet, fault.code == .noRoom, state.position == nil, route.mayLeadElsewhere,
            connection.takeChanceToLookElsewhere()
        else { return false }
        // From now on this connection may only close.
        connection.end()?.close(promise: nil)
        let (attempt, tried) = (connection.number, connection.tried)
        Task {
            let others = await route.destinations(besides: tried)
            handle(others.isEmpty ? .packet(packet) : .again, of: attempt)
        }
        return true
    }

    private func connect(_ attempt: Int) async throws(RouteError) {
        let destinations = Array(trust.ordered(try await route.destinations()).prefix(Self.mostDestinations))
        connection.tried = destinations
        guard let failure = await connect(destinations, attempt) else { return }
        // The destinations may be leftovers of an ended host in the network's caches, while the room is elsewhere by
        // now.
        let isFirst = state.position == nil && attempt == connection.number
        let others = isFirst ? trust.ordered(await route.destinations(besides: destinations)) : []
        guard let last = await connect(Array(others.prefix(Self.mostDestinations)), attempt) else { return }
        throw others.isEmpty || failure.isUntrusted ? failure : last
    }

    /// Tries the destinations in order. Returns nil once one is connected, otherwise why connecting failed.
    private func connect(_ destinations: [Destination], _ attempt: Int) async -> RouteError? {
        var failure = RouteError("")
        for destination in destinations {
            do throws(RouteError) {
                let (channel, handler) = try await connectSecurely(destination, attempt)
                adopt(channel, handler, to: destination.room, attempt)
                return nil
            } catch {
                // A host that answered and is not trusted says more than hosts that did not answer.
                if error.isUntrusted || !failure.isUntrusted { failure = error }
                logger.debug("no connection", metadata: ["why": "\(error)"])
            }
        }
        return failure
    }

    /// Connects and secures a channel. Its handler delivers nothing before `startDelivering`.
    private func connectSecurely(
        _ destination: Destination, _ attempt: Int
    ) async throws(RouteError) -> (channel: any Channel, handler: GuestHandler) {
        let handler = NIOLoopBound(GuestHandler(room: self, attempt: attempt), eventLoop: loop)
        let (channel, certificate) = try await Dialing.connect(
            to: destination.address, over: interface, security: trust.security, on: loop, within: Self.connectTimeout
        ) { try $0.pipeline.syncOperations.addHandler(handler.value) }
        guard let certificate else { return (channel, handler.value) }
        do throws(RouteError) {
            try trust.recordHost(certificate, at: destination)
        } catch {
            channel.close(promise: nil)
            throw error
        }
        return (channel, handler.value)
    }

    private func adopt(_ channel: any Channel, _ handler: GuestHandler, to room: String?, _ attempt: Int) {
        guard attempt == connection.number, state.phase == .connecting else {
            channel.close(promise: nil)
            return
        }
        connection.channel = channel
        defer { handler.startDelivering() }
        if trust.isFirstContact, state.hello.relay != nil { return handle(.untrusted(Self.unknownHost)) }
        // A secret that outlives this guest, like a staff key, is only for hosts that something vouches for.
        if trust.isFirstContact { state.useDevice(credentials.passing) }
        let offer = credentials.makeOffer(isProven: trust.provenCertificate != nil)
        handle(.connected(room: room, doubt: trust.doubt, offer: offer))
        setReading(true)
    }

    /// This machine's address on the network of the host; nil without a connection.
    package var localAddress: String? { connection.channel?.localAddress?.ipAddress }

    /// The host's address; nil without a connection.
    package var remoteAddress: String? { connection.channel?.remoteAddress?.ipAddress }

    private static let unknownHost = Sentence(
        "Nothing vouches for this host, and a relay shows its key to no other: give it an invite, which the host prints "
            + "with \"sabir invite ROOM\".")
}

extension RemoteRoom {
    /// Tells the room when its front end has caught up.
    package final class EventsDelegate: NIOAsyncSequenceProducerDelegate, @unchecked Sendable {
        // Unchecked: written once, in the room's initializer, before the sequence is handed to anybody.
        fileprivate weak var room: RemoteRoom?

        package func produceMore() {
            guard let room else { return }
            room.loop.execute { room.assumeIsolated { $0.setReading(true) } }
        }

        package func didTerminate() {}
    }
}
