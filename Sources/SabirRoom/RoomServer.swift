import Glibc
import Logging
import NIOCore
import NIOPosix
import SabirCore
import SabirProtocol

/// One TCP port and the rooms behind it.
///
/// A channel's event loop is fixed when it is accepted, before `hello` names the room: so all rooms of a port, their
/// members and this actor share one event loop.
package actor RoomServer {
    /// Connections that may wait to be accepted: a whole room may come back at once.
    static let backlog: CInt = 4_096

    /// Connections accepted before open ones have their turn again: each costs a handshake, during which a busy room
    /// would wait.
    static let acceptedInOneTurn: UInt = 8

    private nonisolated let loop: any EventLoop
    private let logger: Logger
    private let maximumFrame: Int
    private let dependencies: RoomDependencies
    private var gate: ConnectionGate
    /// The limits at the start. Those that can change while the port is open are in `gate`.
    nonisolated let limits: ConnectionLimits
    private nonisolated let entrance: HostEntranceGuard?
    /// Whether nothing stands between the rooms and their members' sockets.
    nonisolated var isBare: Bool { entrance?.isOnTheWayOut != true }
    private var rooms: [HostedRoom] = []
    private var listeners: [any Channel] = []
    private var second: RepeatedTask?
    private var isClosing = false
    private var introduction: NodeIntroduction?

    package nonisolated var unownedExecutor: UnownedSerialExecutor { loop.executor.asUnownedSerialExecutor() }

    /// - Parameter entrance: guards that each new connection passes first; nil for none.
    package init(
        on loop: any EventLoop, maximumFrame: Int = Frame.maximumLength, limits: ConnectionLimits = ConnectionLimits(),
        dependencies: RoomDependencies = RoomDependencies(), entrance: HostEntranceGuard? = nil, logger: Logger
    ) {
        self.loop = loop
        self.dependencies = dependencies
        gate = ConnectionGate(limits)
        self.limits = limits
        self.entrance = entrance
        self.maximumFrame = maximumFrame
        self.logger = logger
    }

    /// Opens a room on this port. Its name and id must differ from those of other rooms. `translation`: the engine
    /// shared with members. `kept`: the log behind the room. `passwordVerification`: checks the room's password.
    /// `authority` and `past`: see `HostedRoom`. `erased`: a further keeper of translations of this room's lines.
    /// `isShown`: false for a room that can be shown and hidden while it exists.
    package func open(
        _ settings: RoomSettings, translation: (any RoomTranslation)? = nil, kept: HostedRoom.RestoredLog? = nil,
        passwordVerification: (any PasswordVerification)? = nil, authority: (any RoomAuthority)? = nil,
        past: RoomPast? = nil, moderation: KeptModeration? = nil, erased: (@Sendable ([String]) -> Void)? = nil,
        isShown: Bool = true, seed: UInt64? = nil
    ) -> HostedRoom {
        var dependencies = dependencies
        if let erased {
            dependencies.erased = { [others = dependencies.erased] texts in
                others(texts)
                erased(texts)
            }
        }
        let room = HostedRoom(
            settings: settings, translation: translation, kept: kept, passwordVerification: passwordVerification,
            authority: authority, past: past, moderation: moderation, dependencies: dependencies, on: loop,
            logger: logger, seed: seed)
        introduce(room)
        if isShown { rooms.append(room) }
        return room
    }

    /// Connects a room and the others, so that staff in any of them are told of calls for help.
    private func introduce(_ room: HostedRoom) {
        let others: @Sendable () -> [HostedRoom] = { [weak self, id = room.id] in
            self?.assumeIsolated { server in server.rooms.filter { $0.id != id } } ?? []
        }
        room.assumeIsolated { $0.connect(others) }
    }

    /// Shows a room. Returns false where a room with its id is shown already.
    package func show(_ room: HostedRoom) -> Bool {
        guard !isClosing, !rooms.contains(where: { $0.settings.info.id == room.settings.info.id }) else {
            return rooms.contains { $0 === room }
        }
        rooms.append(room)
        room.assumeIsolated { $0.show() }
        return true
    }

    /// Hides a room and disconnects everybody, who then find another way to it; they are told the reason, if there is
    /// one.
    package func hide(_ room: HostedRoom, saying reason: WireFault? = nil) {
        rooms.removeAll { $0 === room }
        room.assumeIsolated { $0.disconnectEverybody(saying: reason) }
    }

    // MARK: Connections

    /// Applies limits to new connections. How much one connection may send in all stays as it was at the start.
    package func apply(_ limits: ConnectionLimits) { gate.apply(limits) }

    /// Counts a new connection. Whatever the verdict, `connectionClosed` must be called with it in the end.
    func connectionOpened(from address: String?) -> ConnectionGate.Verdict {
        let verdict = gate.open(address)
        switch verdict {
        case .welcome: break
        case .refused(let limit, _), .dropped(let limit): dependencies.meter.refused(limit)
        }
        return verdict
    }

    func connectionClosed(from address: String?, after verdict: ConnectionGate.Verdict) {
        gate.close(address, after: verdict)
    }

    func packetsInOneTurn(from groups: [AddressGroup]) -> Int? { gate.packetsInOneTurn(from: groups, now: loop.now) }

    func took(_ packets: Int, from groups: [AddressGroup]) { gate.took(packets, from: groups, now: loop.now) }

    func readingRests() { dependencies.meter.refused(.packets) }

    func helloTimedOut() { dependencies.meter.refused(.hello) }

    /// The room that a hello from this address asks for. A room is not found over an interface on which it is not open.
    func room(
        for hello: Hello, from address: String?, over way: IncomingInterface
    ) -> Result<HostedRoom, WireFault> {
        Result { () throws(WireFault) in
            guard !isClosing else { throw WireFault(.closing, "This node is closing.") }
            try checkJoins(from: address)
            return try room(hello.room, among: rooms.filter { way.leads(to: $0.settings.interfaces) })
        }
    }

    /// Sets what this node tells of itself to peers that ask for its rooms; before that they get no answer.
    package func introduce(_ node: NodeIntroduction) { introduction = node }

    /// A page of the listed rooms, in the order of opening.
    func list(
        after: String?, from address: String?, over way: IncomingInterface
    ) -> Result<RoomList, WireFault> {
        Result { () throws(WireFault) in
            guard !isClosing, let introduction else { throw WireFault(.closing, "This node is opening or closing.") }
            guard gate.admitQuestion(from: address, now: loop.now) else {
                dependencies.meter.refused(.joinsPerAddress)
                throw WireFault(
                    .tooFast, "Your address has asked for the rooms too often; ask again in a minute.", as: "too-often")
            }
            let listed = rooms.filter { $0.settings.isListed && way.leads(to: $0.settings.interfaces) }
            let listings = listed.map { room in room.assumeIsolated { $0.listing(via: introduction.name) } }
            return introduction.page(of: listings, after: after)
        }
    }

    private func checkJoins(from address: String?) throws(WireFault) {
        guard !gate.admitJoin(from: address, now: loop.now) else { return }
        dependencies.meter.refused(.joinsPerAddress)
        throw WireFault(
            .tooFast, "Too many have joined from your address within a minute; try again shortly.", as: "too-often",
            fatal: true)
    }

    /// Closes and forgets a room; its members are told `closing`. Waits until what was said is in its log, 3 seconds at
    /// most, and until the members are gone, 2 seconds at most. Does nothing where there is no such room.
    package func remove(_ id: String) async {
        guard let room = rooms.first(where: { $0.settings.info.id == id }) else { return }
        await room.stopAccepting(within: Self.settlingTime)
        rooms.removeAll { $0 === room }
        await wait(for: closing([room]))
    }

    /// The room that a hello asks for: by id, by name, or the only one. Private rooms are found by id alone.
    private func room(_ wanted: String?, among rooms: [HostedRoom]) throws(WireFault) -> HostedRoom {
        let open = rooms.filter { !$0.settings.isPrivate }
        guard let wanted else {
            guard open.count == 1 else {
                throw WireFault(
                    .noRoom, "This node has \(open.count) rooms; say which one you want to join.", as: "say-which",
                    ["n": String(open.count)])
            }
            return open[0]
        }
        let name = WireText.cleanName(wanted).lowercased()
        let id = wanted.lowercased()
        let found =
            rooms.first { $0.settings.info.id.lowercased() == id }
            ?? open.first { $0.settings.info.name.lowercased() == name }
        guard let found else {
            throw WireFault(.noRoom, "There is no room \"\(WireText.cleanName(wanted).prefix(64))\" here.")
        }
        return found
    }

    /// Listens on these addresses (`::` takes IPv4 as well) and returns the bound ones; port 0 takes any free port.
    package func listen(on addresses: [String], port: Int) async throws -> [SocketAddress] {
        var bound: [SocketAddress] = []
        for address in addresses {
            // A free port taken for the first address serves the others too.
            let channel = try await bind(address, port: port == 0 ? bound.first?.port ?? 0 : port)
            listeners.append(channel)
            if let local = channel.localAddress { bound.append(local) }
        }
        if second == nil { startTicking() }
        return bound
    }

    private func bind(_ address: String, port: Int) async throws -> any Channel {
        let bootstrap = ServerBootstrap(group: loop, childGroup: loop)
            .serverChannelOption(.backlog, value: Self.backlog)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .serverChannelOption(.maxMessagesPerRead, value: Self.acceptedInOneTurn)
            .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
            .childChannelInitializer { [self, maximumFrame, entrance] channel in
                channel.eventLoop.makeCompletedFuture {
                    let pipeline = channel.pipeline.syncOperations
                    try pipeline.addHandler(MemberHandler(server: self, maximumFrame: maximumFrame))
                    try entrance?.add(pipeline)
                }
            }
        do {
            return try await bootstrap.bind(to: ListeningAddress.socket(address, port: port)).get()
        } catch let error as IOError where address == "::" && Self.lacksIPv6(error) {
            logger.notice("IPv6 is not available here; listening on IPv4 only")
            return try await bootstrap.bind(host: "0.0.0.0", port: port).get()
        }
    }

    private static func lacksIPv6(_ error: IOError) -> Bool {
        error.errnoCode == EAFNOSUPPORT || error.errnoCode == EADDRNOTAVAIL
    }

    private func startTicking() {
        second = loop.scheduleRepeatedTask(initialDelay: .seconds(1), delay: .seconds(1)) { [self] _ in
            let rooms = assumeIsolated { $0.rooms }
            for room in rooms { room.assumeIsolated { $0.tick() } }
        }
    }

    // MARK: Closing

    /// How long all rooms together wait for their logs, and then for their members to read the goodbye: whatever ends
    /// this process waits only a few seconds (config/sabir.service), and the history is closed afterwards.
    static let settlingTime = TimeAmount.seconds(3)
    static let farewell = TimeAmount.seconds(2)

    /// Accepts nothing and nobody any more, and waits until what was said is in the rooms' logs: 3 seconds at most for
    /// all rooms together.
    package func stopAccepting() async {
        isClosing = true
        for listener in listeners { try? await listener.close() }
        listeners = []
        await withDiscardingTaskGroup { group in
            for room in rooms { group.addTask { await room.stopAccepting(within: Self.settlingTime) } }
        }
    }

    /// Stops accepting, then says goodbye to every member of every room and waits until they are gone: 2 seconds at
    /// most for all rooms together.
    package func close() async {
        await stopAccepting()
        second?.cancel()
        await wait(for: closing(rooms))
    }

    private func closing(_ rooms: [HostedRoom]) -> [EventLoopFuture<Void>] {
        var connections: [EventLoopFuture<Void>] = []
        for room in rooms { connections += room.assumeIsolated { $0.close(within: Self.farewell) } }
        return connections
    }

    /// Waits a little longer than connections may take; one that does not close even then is left to the end of the
    /// process.
    private func wait(for connections: [EventLoopFuture<Void>]) async {
        let end = loop.scheduleTask(in: Self.farewell + .milliseconds(500)) {}
        EventLoopFuture.andAllComplete(connections, on: loop).whenComplete { _ in end.cancel() }
        try? await end.futureResult.get()
    }
}
