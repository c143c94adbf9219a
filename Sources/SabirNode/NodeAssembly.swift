import Logging
import NIOCore
import NIOPosix
import SabirConfiguration
import SabirCore
import SabirHistory
import SabirTranslation
import SabirFeed
import SabirProtocol
import SabirRoom
import SabirSecurity
import SabirWeb

/// Starts a node step by step: each step starts parts, records in `parts` how to end them, and passes on what later
/// steps need. A step that throws has either recorded nothing, or what it recorded can be ended.
struct NodeAssembly {
    typealias Carried = @Sendable (RoomInfo, _ isOpen: Bool, _ page: String?) -> Void

    let configuration: NodeConfiguration
    let translationService: TranslationService?
    let metrics: SabirMetrics
    let setup: (any WebSetup)?
    let carried: Carried
    let logger: Logger
    /// Shared by all of the node's rooms.
    private let loop: any EventLoop = MultiThreadedEventLoopGroup.singleton.next()
    private(set) var parts = StartedParts()

    mutating func start() async throws -> Node {
        let state = try openState()
        let sharing = await lendTranslation()
        let translator = sharing?.translator
        let languages = openChosenLanguages(state)
        let server = try makeServer(state, languages)
        let opening = try await openRecords(state, server, translator)
        let rooms = try await open(opening)
        let bound = try await listen(server)
        let announcer = await startAnnouncer(state, port: bound.port)
        let services = NodeServices(
            configuration, translationService: translationService, server: server, announcer: announcer,
            translation: translator, history: opening.history,
            staff: state.office.book, languages: languages, logger: logger)
        for (room, configured) in zip(rooms, configuration.rooms) {
            await services.add(room, configured)
        }
        let (page, irc) = try await serve(services, state)
        await announcer?.setWebPort(page?.port)
        await server.introduce(
            NodeIntroduction(id: state.id, name: configuration.node.name, webPort: page?.port))
        for room in rooms { await announcer?.announce(room.hosted) }
        try await carry(server, announcer, services, translator, page, state)
        let (hosted, fingerprint) = (rooms.map(\.hosted), state.certificate?.fingerprint)
        return Node(
            rooms: hosted.map { Node.OpenRoom($0, at: bound, fingerprint, page) }, services: services, page: page,
            irc: irc, sharing: sharing, opening: opening, bound: bound, fingerprint: fingerprint, hosted: hosted,
            parts: parts, logger: logger)
    }

    // MARK: What the node is known by

    /// The state directory's owner, and what is loaded from the directory before any room opens.
    struct OwnedState: Sendable {
        let identity: NodeIdentity
        /// Nil if the ids are not stored.
        let file: IdentityFile?
        /// The state directory; nil if this node may not write there.
        let folder: String?
        /// Nil without TLS.
        let certificate: NodeCertificate?
        let office: NodeStaffOffice

        var id: String { identity.node.uuidString.lowercased() }
    }

    private mutating func openState() throws(NodeError) -> OwnedState {
        let (identity, file) = try IdentityFile.identity(for: configuration, logger)
        parts.add("state directory", .state) { file?.release() }
        let directory = configuration.node.stateDirectory
        let folder = file == nil ? nil : directory
        if let folder { deleteFormerTranslations(in: folder) }
        // Where another process owns the state directory, the certificate is for one run.
        let certificate = try orNodeError {
            try configuration.node.plaintext
                ? nil : folder.map { try NodeCertificate.kept(in: $0) } ?? NodeCertificate()
        }
        if certificate == nil { logger.notice("this node talks without TLS: everybody on the network can read along") }
        let office = NodeStaffOffice(stateDirectory: directory, logger: logger)
        parts.add("staff", .logs) { await office.close() }
        return OwnedState(identity: identity, file: file, folder: folder, certificate: certificate, office: office)
    }

    private func deleteFormerTranslations(in folder: String) {
        let undone = "translations that an earlier version kept on disk could not be deleted; delete them by hand"
        logger.attempt(orLog: .error, undone) {
            guard let path = try FormerTranslations.delete(in: folder) else { return }
            logger.notice(
                "deleted \(path): translations that an earlier version kept on disk; they are kept in memory alone now")
        }
    }

    /// Starts lending the engines; nil if this node does not lend them.
    private mutating func lendTranslation() async -> SharingService? {
        let sharing = await SharingService.start(
            configuration, translationService: translationService, metrics: metrics, logger: logger)
        parts.add("shared translation", .service) { await sharing?.stop() }
        return sharing
    }

    // MARK: Rooms

    private mutating func openChosenLanguages(_ state: OwnedState) -> ChosenLanguages {
        let languages = ChosenLanguages(stateDirectory: state.folder, logger: logger)
        languages.startWriting()
        parts.add("languages", .logs) { await languages.close() }
        return languages
    }

    private mutating func makeServer(_ state: OwnedState, _ languages: ChosenLanguages) throws -> RoomServer {
        let (office, translationService) = (state.office, translationService)
        let tokens = try ResumeTokenKey.kept(in: state.folder, logger: logger)
        let words = StaffWords(
            readingFrom: DataFolder.locate(configured: configuration.node.dataDirectory), logger: logger)
        var dependencies = RoomDependencies(
            skeleton: NameSkeleton(
                ConfusableName.keys(of:), keptFor: { office.book.owners(of: $0) },
                isWordForStaff: { words.contain($0) }),
            office: office, meter: LimitMeter(metrics, languages: languages), tokens: tokens,
            token: AuthorToken.of)
        let devices = state.folder.map { DeviceJournal(in: $0, logger: logger) }
        parts.add("devices", .logs) { await devices?.flush() }
        dependencies.devices = devices
        dependencies.grant = RelayGrant.maker(state.certificate)
        dependencies.erased = { texts in Task { await translationService?.translator.forget(texts) } }
        let server = RoomServer(
            on: loop, limits: ConnectionLimits(configuration.limits), dependencies: dependencies,
            entrance: try orNodeError { try HostEntranceGuard(state.certificate, logger: logger) }, logger: logger)
        parts.add("what was said last", .service) { await server.stopAccepting() }
        parts.add("rooms", .rooms) { await server.close() }
        return server
    }

    /// Opens what is stored of rooms: the history and the cluster.
    private mutating func openRecords(
        _ state: OwnedState, _ server: RoomServer, _ translator: SharedTranslator?
    ) async throws(NodeError) -> ConfiguredRooms {
        let history = await openHistory(isAlone: state.folder != nil)
        parts.add("history", .logs) { await history?.close() }
        let cluster = try await ClusterService.start(
            configuration, node: state.identity.node, certificate: state.certificate, logger: logger)
        parts.add("cluster", .logs) { await cluster?.stop() }
        return ConfiguredRooms(
            state, on: server, history: history, cluster: cluster, translator, logger: logger)
    }

    /// Opens the history; nil if no room is stored on disk.
    private func openHistory(isAlone: Bool) async -> HistoryKeeper? {
        // Made here, so that a node without history also shows its 0.
        let purgesFailed = metrics[.purgesFailed]
        guard configuration.rooms.contains(where: { $0.history == .disk }) else { return nil }
        return await HistoryKeeper(
            configuration.historyPath, fsync: configuration.history.fsync, isAlone: isAlone, logger: logger,
            purgeFailed: { purgesFailed.increment() },
            forgetTexts: { [translationService] in await translationService?.translator.forget($0) })
    }

    /// Opens the configured rooms, in order. Nobody can join yet, because the port is not open.
    private func open(_ opening: ConfiguredRooms) async throws -> [LocalRoom] {
        var rooms: [LocalRoom] = []
        for room in configuration.rooms {
            rooms.append(try await opening.open(room, try await opening.verification(of: room), in: configuration))
        }
        await opening.finishOpening(rooms.map(\.hosted))
        return rooms
    }

    private func listen(_ server: RoomServer) async throws -> NodeAddress {
        let settings = configuration.node
        do {
            let bound = try await server.listen(on: settings.bind, port: settings.port)
            return NodeAddress(
                host: bound.first?.ipAddress ?? settings.bind[0], port: bound.first?.port ?? settings.port)
        } catch let error as IOError {
            throw NodeError.cannotListen(settings, errno: error.errnoCode)
        }
    }

    private mutating func startAnnouncer(_ state: OwnedState, port: Int) async -> Announcer? {
        guard configuration.discovery.mdns else { return nil }
        let announcer = Announcer(
            node: state.id, port: port, fingerprint: state.certificate?.fingerprint.description,
            interfaces: configuration.discovery.interfaces, logger: logger)
        await announcer.start()
        parts.add("announcements", .announcement) { await announcer.close() }
        return announcer
    }

    // MARK: Page, IRC, relays

    private mutating func serve(
        _ services: NodeServices, _ state: OwnedState
    ) async throws -> (PageService?, IRCService?) {
        let page = try await PageService.start(
            configuration, identity: state.certificate, services: services, metrics: metrics,
            setup: setup, logger: logger)
        parts.add("page", .service) { await page?.stop() }
        let irc = try await IRCService.start(
            configuration, services: services, page: await page?.feeds(), metrics: metrics, logger: logger)
        parts.add("IRC", .service) { await irc?.stop() }
        return (page, irc)
    }

    private mutating func carry(
        _ server: RoomServer, _ announcer: Announcer?, _ services: NodeServices, _ translator: SharedTranslator?,
        _ page: PageService?, _ state: OwnedState
    ) async throws(NodeError) {
        let (carried, logger, directory) = (carried, logger, configuration.node.stateDirectory)
        let relays = try await RelayService.start(
            device: { () throws(NodeError) in try StaffKey.own(in: directory).secret },
            around: RelayLink.Dependencies(
                configuration: configuration, server: server, announcer: announcer, services: services,
                wording: services.wording, loop: loop,
                node: state.id, certificate: state.certificate?.fingerprint.description, copies: state.folder,
                translation: translator, checks: checks,
                changed: { room, side in
                    carried(room, side != nil, Self.page(page, of: room, carriedTo: side, logger))
                }, logger: logger))
        parts.add("relays", .relays) { await relays.stop() }
    }

    /// Checks translations that hosts make for carried rooms, even if this node has no engine.
    private var checks: Translator? {
        guard !configuration.relays.isEmpty else { return nil }
        if let translationService { return translationService.translator }
        var bare = configuration
        bare.translation.endpoints = []
        return TranslationService(bare, logger: logger).translator
    }

    /// The room's address on the page for people on the carried side; nil if they reach no page here, which is logged.
    /// They would not reach the host's own page.
    private static func page(
        _ page: PageService?, of room: RoomInfo, carriedTo side: RelayLink.Side?, _ logger: Logger
    ) -> String? {
        guard let side else { return nil }
        guard let page else {
            logger.notice(
                "this node has no page, so no address is printed for phones on its side; see [web]",
                metadata: ["room": "\(room.name)"])
            return nil
        }
        return side.onPage ? page.address(of: room, on: side.network) : nil
    }
}

// `NodeServices` and `CarriedRooms` are known together only here.
extension NodeServices: CarriedRooms {}
