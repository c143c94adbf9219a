import Logging
import NIOCore
import SabirClient
import SabirConfiguration
import SabirCore
import SabirDiscovery
import SabirFeed
import SabirRoom
import SabirSecurity
import SabirTranslation
import SabirProtocol

/// Shows rooms that the node carries from elsewhere: on its page and its IRC listener.
package protocol CarriedRooms: Sendable {
    /// Shows the room. Returns false if a room here has the same name: people could not tell them apart.
    func carry(_ room: HostedRoom, _ relay: RelayConfiguration, host: HostEngine?) async -> Bool
    /// Removes the room, because another relay carries it now.
    func drop(_ room: HostedRoom) async
    /// Tells staff why the host lets this node in no longer; with nil, that it does again.
    func setShutOut(_ relay: String, _ why: String?) async
}

/// One room carried from elsewhere: the link to its host, and the room as this node's members see it.
///
/// An actor on the event loop of the node's rooms, like both of its ends: packets of the host reach the
/// members without a hop, and members' packets the host.
package actor RelayLink {
    /// What all links of a node share.
    package struct Dependencies: Sendable {
        /// The node's configuration at its start.
        let configuration: NodeConfiguration
        let server: RoomServer
        let announcer: Announcer?
        let services: any CarriedRooms
        let wording: ReaderWording
        let loop: any EventLoop
        /// This node's id.
        let node: String
        /// The fingerprint of this node's certificate; nil without TLS.
        let certificate: String?
        /// The folder of the rooms' copies; nil if another process may be using it.
        let copies: String?
        /// This node's engines if it shares them.
        let translation: SharedTranslator?
        /// The translator whose phrasebook, glossary and checks apply to hosts' translations; nil if no room is
        /// carried.
        let checks: Translator?
        /// Called with the side when the room is opened, and with nil when it is closed.
        let changed: @Sendable (RoomInfo, Side?) -> Void
        let logger: Logger
    }

    /// The side to which the room is open.
    package struct Side: Sendable {
        /// Whether this node's page shows the room.
        package let onPage: Bool
        package let network: NetworkSide
    }

    /// Interval for renewing the first host's grant.
    static let renewal = TimeAmount.hours(12)
    /// Interval for telling the host how far this side is.
    static let pace = TimeAmount.seconds(1)

    nonisolated let remote: RemoteRoom
    private nonisolated let around: Dependencies
    private let configuration: RelayConfiguration
    /// Verifies the room's password for members on this side; nil if the room has none.
    private let passwordVerification: (any PasswordVerification)?
    private let name: String
    /// The host's engine, for members on this side.
    private let host: HostEngine?
    private let logger: Logger
    private var uplink: RelayUplink
    /// Nil if no copy is wanted on disk.
    private var copy: RelayCopyKeeper?
    /// Whether the host now has another room than the one open here.
    private var isOther = false
    private var room: HostedRoom?
    private var path: [String] = []
    /// Protocol features of the node that this relay follows.
    private(set) var hostFeatures: Features = []
    /// This node's member id in the room.
    private var member: MemberID?
    /// The status that the host was told last; nil if it has to be told.
    private var told: ReplicationStatus?
    private var beat: RepeatedTask?
    private var turn: Task<Void, Never>?
    /// Whether this relay carries the room, or stands by; nil until the host has said it.
    private var carries: Bool?
    /// The interface on whose network the followed node is; nil if there is a router between.
    private var hostInterface: String?
    private var isVouched: Bool
    private var isShown = false
    /// Names of the interfaces on which the room is announced; empty for all, nil if it is not announced.
    private var announcedOn: [String]?
    private var renewals: RepeatedTask?
    private var lastRefusal: String?

    package nonisolated var unownedExecutor: UnownedSerialExecutor { around.loop.executor.asUnownedSerialExecutor() }

    init(
        _ configuration: RelayConfiguration, device: String, security: (any GuestSecurity)?, finder: RoomFinder,
        pins: Pins, passwordVerification: (any PasswordVerification)?, around: Dependencies
    ) {
        self.passwordVerification = passwordVerification
        self.configuration = configuration
        name = configuration.name ?? around.configuration.node.name
        self.around = around
        host = around.checks.map { HostEngine(besides: $0, languages: around.configuration.web.languages) }
        var logger = around.logger
        logger[metadataKey: "relay"] = "\(configuration.from)"
        self.logger = logger
        isVouched = around.certificate == nil
        let keeps = configuration.history == .off ? 0 : configuration.keepMessages
        uplink = RelayUplink(keeps: keeps, certificate: around.certificate)
        if configuration.history == .disk, let folder = around.copies {
            let file = RelayCopyFile(of: configuration.from.description, stateDirectory: folder, logger: logger)
            copy = RelayCopyKeeper(file, capacity: keeps)
        }
        let relay = RelayHello(
            node: around.node, space: Self.space(of: around.node, configuration.from.description),
            side: configuration.side ?? around.node)
        let hello = Hello(
            room: nil, name: name, lang: LanguageTag("und") ?? .english, client: "sabir relay", device: device,
            relay: relay)
        remote = RemoteRoom(
            hello, isPatient: true, by: configuration.from.route(by: finder, pins: pins, logger: logger),
            over: configuration.fromInterface, security: security,
            password: configuration.password, on: around.loop, logger: logger)
    }

    /// The space of member ids that this node gives in the room: derived from its id, so that it needs no coordination
    /// and stays the same at every start.
    static func space(of node: String, _ room: String) -> Int {
        1 + Int(FNV1a("\(node) \(room)").value % (1 << 24 - 2))
    }

    func start() async {
        await remote.deliverEvents { events in self.assumeIsolated { $0.handle(events) } }
        if let kept = await copy?.file.read(now: ClockReading.now().wall) { restore(kept) }
        if case .room = configuration.from { logger.notice("the room is being looked for by its name") }
        await remote.join()
    }

    func stop() async {
        renewals?.cancel()
        beat?.cancel()
        if let room { copy?.tick(room, carries: carries == true) }
        await copy?.file.flush()
        await remote.leave()
        await host?.close()
    }

    /// Opens the room from this node's last copy until the host is reached.
    private func restore(_ kept: RelayCopy) {
        logger.notice("the room is open from the copy on disk; its host has not been reached yet")
        copy?.adoptTerms(of: kept.welcome)
        host?.update(from: kept.welcome)
        for action in uplink.restore(kept.welcome, kept.lines) { perform(action) }
        guard let (certificate, grant) = kept.grant, certificate == around.certificate,
            grant.expires > ClockReading.now().wall
        else { return }
        handle(grant)
    }

    // MARK: What the host says

    /// Handles events that were read together; consecutive lines are passed on together.
    private func handle(_ events: [RoomEvent]) {
        var lines: [Message] = []
        for event in events {
            if case .message(let line, _) = event, uplink.isFollowing, !isOther {
                lines.append(line)
            } else {
                flush(&lines)
                handle(event)
            }
        }
        flush(&lines)
    }

    private func flush(_ lines: inout [Message]) {
        guard !lines.isEmpty else { return }
        apply(.lines(lines))
        lines = []
    }

    private func handle(_ event: RoomEvent) {
        report(event)
        if case .welcome(let welcome) = event { handle(welcome) }
        if case .reconnected(let welcome, _) = event { handle(welcome) }
        guard !isOther else { return }
        for action in uplink.handle(event) { perform(action) }
    }

    private func handle(_ welcome: Welcome) {
        setShutOut(nil)
        if let room, room.settings.info.id != welcome.room.id {
            isOther = true
            logger.error("the host has another room by that name now: restart this node to carry it")
            if isShown { closeToSide() }
        }
        let isRead = welcome.history?.staffRead ?? false
        room?.assumeIsolated { $0.setStaffReading(isRead) }
        copy?.adoptTerms(of: welcome)
        hostFeatures = welcome.features
        guard let host else { return }
        host.update(from: welcome)
        enqueue { [remote] in await host.adopt(remote) }
    }

    private func perform(_ action: RelayUplink.Action) {
        switch action {
        case .ask(let request): remote.assumeIsolated { $0.askHistory(before: request.before, limit: request.limit) }
        case .wait(let time, let copy):
            around.loop.scheduleTask(in: .init(time)) { [weak self] in
                self?.assumeIsolated { link in
                    for action in link.uplink.askAgain(copy: copy) { link.perform(action) }
                }
            }
        case .isIncomplete:
            logger.warning(
                "the room's host has not given all of its older lines: they are missing here until the relay connects again"
            )
        case .who(let after): remote.assumeIsolated { $0.askMembers(after: after) }
        case .open(let welcome, let past): open(welcome, past)
        case .tell(let news): apply(news)
        case .carries(true):
            carries = true
            openToSide()
        case .carries(false): standBy()
        case .granted(let grant): handle(grant)
        case .shutOut: handleShutOut()
        case .path(let path, let member): setPath(path, as: member)
        }
    }

    private func apply(_ news: AuthorityNews) {
        if case .down = news { host?.setLink(isUp: false) }
        if case .up = news {
            host?.setLink(isUp: true)
            askForGrant()
            told = nil
            hostInterface = remote.assumeIsolated {
                SideInterfaces.between($0.localAddress, $0.remoteAddress, among: OwnAddress.all())
            }
        }
        room?.assumeIsolated { $0.follow(news) }
        switch news {
        case .has: copy?.scheduleRewrite()
        case .lines(let lines, _) where lines.contains { $0.isRetracted || $0.revision?.isRetraction == true }:
            copy?.scheduleRewrite()
        default: break
        }
    }

    private func setPath(_ path: [String], as member: MemberID) {
        self.path = path
        self.member = member
        guard let room else { return }
        sendPath(to: room)
        let network = network(announcedOn ?? [])
        room.assumeIsolated { $0.setSide(network) }
    }

    private func sendPath(to room: HostedRoom) {
        let (whole, member) = (path + [around.node], member)
        room.assumeIsolated { $0.setPath(whole, as: member) }
    }

    private func open(_ welcome: Welcome, _ past: RoomPast) {
        var model = RoomConfiguration(name: welcome.room.name)
        model.topic = welcome.room.topic
        model.keepMessages = configuration.keepMessages
        model.maxMembersPerAddress = configuration.maxMembersPerAddress
        model.newcomersSee = configuration.newcomersSee
        var settings = RoomSettings(
            model, info: welcome.room, limits: around.configuration.limits,
            logsMessages: around.configuration.node.logMessages)
        settings.idSpace = UInt64(Self.space(of: around.node, configuration.from.description))
        settings.interfaces = configuration.toInterfaces
        settings.keepFor = welcome.history?.seconds
        settings.staffRead = welcome.history?.staffRead ?? false
        settings.takesConfirmations = welcome.features.contains(.confirms)
        settings.takeBack = welcome.features.contains(.ownWords) ? welcome.limits.takeBack : 0
        if welcome.history?.kept == .off || configuration.history == .off { settings.history = .off }
        let translation: (any RoomTranslation)? =
            host.map { RelayTranslation(own: around.translation, host: $0, wording: around.wording) }
            ?? around.translation
        let erased = host.map { host in
            { @Sendable (texts: [String]) in _ = Task { await host.translator.forget(texts) } }
        }
        let room = around.server.assumeIsolated {
            $0.open(
                settings, translation: translation, passwordVerification: passwordVerification, authority: self,
                past: past, erased: erased, isShown: false)
        }
        sendPath(to: room)
        self.room = room
        setHistoryPlace(of: room)
        beat = around.loop.scheduleRepeatedTask(initialDelay: Self.pace, delay: Self.pace) { [weak self] _ in
            self?.assumeIsolated { $0.tick() }
        }
    }

    private func tick() {
        sendStatus()
        announce()
        guard let room, copy != nil else { return }
        copy?.tick(room, carries: carries == true)
        setHistoryPlace(of: room)
    }

    /// What members are told of where the room's lines are kept.
    private func setHistoryPlace(of room: HostedRoom) {
        guard let copy, room.settings.history != .off else { return }
        room.assumeIsolated { $0.setHistoryPlace(copy.isKept ? .disk : .memory) }
    }

    /// Called once a second; sends only changes, so a quiet room costs nothing.
    private func sendStatus() {
        guard let standing = room?.assumeIsolated({ $0.replicationStatus }), standing != told else { return }
        told = standing
        remote.assumeIsolated { $0.carry([.standing(standing)]) }
    }

    // MARK: Opening to this side

    private func openToSide() {
        guard let room, carries == true, isVouched, !isShown else { return }
        isShown = around.server.assumeIsolated { $0.show(room) }
        guard isShown else {
            logger.error("this node has a room of that id itself: it cannot carry it too")
            return
        }
        logger.notice("the room is open on this side", metadata: ["room": "\(room.settings.info.name)"])
        announcedOn = nil
        let network = network(sideInterfaces)
        enqueue { [around, configuration, host, logger] in
            let onPage = await around.services.carry(room, configuration, host: host)
            if !onPage {
                logger.warning(
                    "this node has a room of that name itself: its page does not show the one that it carries")
            }
            around.changed(room.settings.info, Side(onPage: onPage, network: network))
        }
        announce()
    }

    /// Called once a second, because interfaces come and go.
    private func announce() {
        guard isShown, let room else { return }
        let interfaces = sideInterfaces
        guard interfaces != announcedOn else { return }
        announcedOn = interfaces
        let via = name
        let hops = max(1, path.count)
        let network = network(interfaces)
        room.assumeIsolated { $0.setSide(network) }
        enqueue { [announcer = around.announcer] in
            await announcer?.announce(room, via: via, hops: hops, on: interfaces)
        }
    }

    /// Names of the interfaces on which the room is announced if the configuration names none; empty for all.
    private var sideInterfaces: [String] {
        guard let hostInterface, around.announcer != nil, configuration.toInterfaces.isEmpty else { return [] }
        let announcing = around.configuration.discovery.interfaces
        return SideInterfaces.names(besides: hostInterface, of: announcing, among: NetworkInterface.all())
    }

    /// - Parameter interfaces: where the room is announced; empty for everywhere.
    private func network(_ interfaces: [String]) -> NetworkSide {
        let only = configuration.toInterfaces.isEmpty ? interfaces : configuration.toInterfaces
        return NetworkSide(only: only, besides: remote.assumeIsolated { $0.localAddress })
    }

    private func standBy() {
        guard carries != false, let room else { return }
        carries = false
        logger.notice("another relay carries the room to this side; this one stands by")
        if isShown { closeToSide() } else { around.changed(room.settings.info, nil) }
    }

    private func closeToSide(saying reason: WireFault? = nil) {
        guard let room else { return }
        isShown = false
        around.server.assumeIsolated { $0.hide(room, saying: reason) }
        enqueue { [around] in
            await around.services.drop(room)
            around.changed(room.settings.info, nil)
            await around.announcer?.withdraw(room.settings.info.id)
        }
    }

    /// Runs work one after another, so that quick announcing and withdrawing stay in order.
    private func enqueue(_ work: @escaping @Sendable () async -> Void) {
        turn = Task { [turn] in
            await turn?.value
            await work()
        }
    }

    // MARK: The host's grant

    private func askForGrant() {
        guard let certificate = around.certificate else { return }
        remote.assumeIsolated { $0.carry([.vouch(certificate)]) }
        guard renewals == nil else { return }
        renewals = around.loop.scheduleRepeatedTask(initialDelay: Self.renewal, delay: Self.renewal) { [weak self] _ in
            self?.assumeIsolated { $0.askForGrant() }
        }
    }

    private func handle(_ grant: Grant) {
        isVouched = true
        if let certificate = around.certificate { copy?.setGrant(grant, for: certificate) }
        room?.assumeIsolated { $0.setGrant(grant) }
        openToSide()
    }

    /// Tells everybody here, and gives up what the host lent. The host is asked again from time to time, because a
    /// relay that was removed from the list may be put back.
    private func handleShutOut() {
        renewals?.cancel()
        renewals = nil
        isVouched = around.certificate == nil
        carries = nil
        copy?.remove()
        room?.assumeIsolated { $0.setGrant(nil) }
        let name = room?.settings.info.name ?? configuration.from.description
        setShutOut(
            "The host of the room \"\(name)\" does not let this relay in, so the room is closed here. The host says: "
                + (lastRefusal ?? "nothing more."))
        guard isShown else { return }
        logger.error("the room's host lets this relay in no longer: the room is closed on this side")
        closeToSide(saying: Self.closed)
    }

    private func setShutOut(_ why: String?) {
        enqueue { [around, configuration] in
            await around.services.setShutOut(configuration.from.description, why)
        }
    }

    private static let closed = WireFault(
        .closing,
        "The room's host lets this relay in no longer, so the room is closed here. Ask whoever runs the room for another "
            + "way in.", as: "relay-struck", fatal: true)

    // MARK: The log

    private func report(_ event: RoomEvent) {
        switch event {
        case .welcome, .reconnected:
            lastRefusal = nil
            logger.notice("the link to the room's host is there")
        case .reconnecting(let reason): logger.warning("no link to the room's host: \(reason)")
        case .refused(let fault) where fault.id == nil && fault.reason != lastRefusal:
            lastRefusal = fault.reason
            logger.warning("the room's host says: \(fault.reason)")
        case .ended(let fault?): logger.error("the relay has ended: \(fault.reason)")
        default: break
        }
    }
}
