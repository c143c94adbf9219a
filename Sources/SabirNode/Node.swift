import Foundation
import Logging
import NIOCore
import NIOPosix
import SabirCluster
import SabirConfiguration
import SabirLanguageTools
import SabirRoom
import SabirSecurity
import SabirTranslation
import SabirWeb
import SabirProtocol
import SabirMetrics
import SabirHistory
import SabirCore
import SabirCache
import SabirTranslationService
import SabirStaff
import SabirServices
import SabirRoutes
import SabirRelay

/// A running node: its rooms behind one port, their announcement, its page, and its engines lent to guests.
///
/// Only wiring: it starts the parts, each when those that it needs are ready, and hands them to one another; `StartedParts`
/// ends them. Immutable once it has started.
package final class Node: Sendable {
    /// A room as it was opened.
    package struct OpenRoom: Sendable, Hashable {
        package let info: RoomInfo
        /// Where others can most likely reach it.
        package let address: NodeAddress
        /// Where a browser can, `http://HOST:PORT/r/ROOM`; nil without a page.
        package let page: String?
        /// By which others are sure to meet this very node; nil where it talks without TLS.
        package let invite: Invite?
        /// The same by the address at which this machine reaches itself.
        package let localInvite: Invite?
    }

    package let rooms: [OpenRoom]
    /// Where clients of IRC reach the node; nil where they do not.
    package var ircAddress: NodeAddress? { irc?.address }
    /// Where this machine itself reaches the node.
    package let localAddress: NodeAddress
    private let page: PageService?
    private let irc: IRCService?
    let history: HistoryKeeper?
    let hosted: [HostedRoom]
    private let parts: StartedParts
    private let logger: Logger

    /// Opens the configured rooms. Throws a `NodeError` for people where that is not possible.
    ///
    /// - Parameter translationService: what the page's readers, and guests without an engine, have their lines
    ///   translated by; nil where this node does not translate.
    /// - Parameter metrics: the one that the translation service counts for too.
    /// - Parameter carried: called when a relay opens a room on this side, with its address on the page where that shows
    ///   it, and when it no longer does.
    package static func start(
        _ configuration: NodeConfiguration, translationService: TranslationService? = nil,
        metrics: NodeMetrics = NodeMetrics(),
        logger: Logger,
        carried: @escaping @Sendable (RoomInfo, _ isOpen: Bool, _ page: String?) -> Void = { _, _, _ in }
    ) async throws -> Node {
        var parts = StartedParts()
        do {
            return try await start(configuration, translationService, metrics, logger, carried, &parts)
        } catch {
            _ = await parts.end(within: patience)
            throw error
        }
    }

    private static func start(
        _ configuration: NodeConfiguration, _ translationService: TranslationService?, _ metrics: NodeMetrics,
        _ logger: Logger,
        _ carried: @escaping @Sendable (RoomInfo, _ isOpen: Bool, _ page: String?) -> Void,
        _ parts: inout StartedParts
    ) async throws -> Node {
        let (identity, file) = try loadIdentity(configuration, logger)
        parts.begun("state directory", .state) { file?.release() }
        let sharing = await SharingService.start(
            configuration, translationService: translationService, metrics: metrics.sabir, logger: logger)
        parts.begun("shared translation", .service) { await sharing?.stop() }
        let loop = MultiThreadedEventLoopGroup.singleton.next()
        let protection = try protect(configuration.node, isKept: file != nil, logger)
        let office = NodeStaffOffice(stateDirectory: configuration.node.stateDirectory, logger: logger)
        parts.begun("staff", .logs) { await office.close() }
        var surroundings = RoomDependencies(
            skeleton: NameSkeleton(ConfusableName.keys(of:), keptFor: { office.book.owner(ofLook: $0) }),
            office: office, meter: LimitMeter(metrics.sabir),
            tokens: try ResumeTokenKey.kept(
                in: file == nil ? nil : configuration.node.stateDirectory, logger: logger),
            token: AuthorToken.of)
        let devices =
            file == nil ? nil : DeviceJournal(in: configuration.node.stateDirectory, logger: logger)
        parts.begun("devices", .logs) { await devices?.flush() }
        surroundings.devices = devices
        surroundings.grant = RelayGrant.maker(protection.certificate)
        surroundings.erased = { texts in Task { await translationService?.translator.forget(texts) } }
        let server = RoomServer(
            on: loop, limits: ConnectionLimits(configuration.limits),
            surroundings: surroundings, entrance: protection.entrance, logger: logger)
        let purgesFailed = metrics.sabir.purgesFailed
        let history =
            !configuration.rooms.contains { $0.history == .disk }
            ? nil
            : await HistoryKeeper.start(
                configuration.historyPath, fsync: .init(rawValue: configuration.history.fsync.rawValue) ?? .normal,
                translations: translationService?.cache, isAlone: file != nil, logger: logger,
                purgeFailed: { purgesFailed.increment() },
                forgetTexts: { await translationService?.translator.forget($0) })
        parts.begun("history", .logs) { await history?.close() }
        let moderation = file == nil ? nil : ModerationFolder(stateDirectory: configuration.node.stateDirectory)
        let sights =
            file == nil ? nil : StaffReadStart(stateDirectory: configuration.node.stateDirectory, logger: logger)
        var sight: [String: StaffSight] = [:]
        // What rooms had on disk that are kept there no longer.
        if history == nil { await translationService?.cache?.forgetGone(but: [:], atOnce: true) }
        let cluster = try await ClusterService.start(
            configuration, node: identity.node, certificate: protection.certificate, logger: logger)
        parts.begun("cluster", .logs) { await cluster?.stop() }
        parts.begun("what was said last", .service) { await server.settle() }
        parts.begun("rooms", .rooms) { await server.close() }
        var hosted: [HostedRoom] = []
        for room in configuration.rooms {
            let id = room.id ?? identity.rooms[room.name] ?? UUID()
            var settings = RoomSettings(
                room, id: id, limits: configuration.limits, logsMessages: configuration.node.logMessages)
            settings.node = identity.node.uuidString.lowercased()
            let passwordVerification = try await passwordVerification(of: room, protection.certificate, logger)
            if room.log == .nats, let cluster {
                hosted.append(
                    try await cluster.open(
                        settings, limits: room.streamLimits, on: server, translation: sharing?.translator,
                        passwordVerification: passwordVerification))
                continue
            }
            let kept = room.history == .disk ? await history?.open(settings, rule: room.retention) : nil
            hosted.append(
                await server.open(
                    settings, translation: sharing?.translator, kept: kept, passwordVerification: passwordVerification,
                    moderation: try moderation?.open(settings.info.id)))
            if kept != nil { await history?.add(hosted[hosted.count - 1]) }
            let facts = await hosted[hosted.count - 1].facts
            let reads = room.staffSee == .conversation
            sight[settings.info.id] = try sights?.open(facts, reads: reads) ?? (reads ? StaffSight(of: facts) : nil)
        }
        await cluster?.settle()
        await history?.tellOfOthers()
        moderation?.tidy(besides: Set(hosted.map(\.settings.info.id)))
        let bound = try await listen(server, configuration.node)
        let fingerprint = protection.certificate?.fingerprint
        let announcer = await announcer(
            configuration, port: bound.port, node: identity.node, fingerprint: fingerprint?.description, logger)
        parts.begun("announcements", .announcement) { await announcer?.close() }
        let opener = RoomOpener(
            configuration, server: server, announcer: announcer, translation: sharing?.translator, history: history)
        let services = NodeServices(
            configuration, translationService: translationService, opener: opener, staff: office.book, logger: logger)
        for (room, settings) in zip(hosted, configuration.rooms) {
            await services.add(room, settings, sight: sight[room.settings.info.id])
        }
        let page = try await PageService.start(
            configuration, identity: protection.certificate, services: services, metrics: metrics, logger: logger)
        parts.begun("page", .service) { await page?.stop() }
        let irc = try await IRCService.start(
            configuration, services: services, page: await page?.feeds(), metrics: metrics.sabir, logger: logger)
        parts.begun("IRC", .service) { await irc?.stop() }
        await announcer?.setWebPort(page?.port)
        await server.introduce(
            NodeIntroduction(
                id: identity.node.uuidString.lowercased(), name: configuration.node.name, webPort: page?.port))
        for room in hosted { await announcer?.announce(room) }
        let relays = try await RelayService.start(
            configuration,
            device: { () throws(NodeError) in
                try StaffKey.own(in: configuration.node.stateDirectory).secret
            },
            around: RelayLink.Dependencies(
                server: server, announcer: announcer, services: services, wording: services.wording, loop: loop,
                node: identity.node.uuidString.lowercased(),
                certificate: fingerprint?.description, copies: file == nil ? nil : configuration.node.stateDirectory,
                limits: configuration.limits,
                logsMessages: configuration.node.logMessages, translation: sharing?.translator,
                checks: Self.checks(of: configuration, translationService, logger),
                languages: configuration.web.languages,
                changed: { room, side in
                    carried(room, side != nil, Self.page(page, of: room, carriedTo: side, logger))
                }, logger: logger))
        parts.begun("relays", .relays) { await relays.stop() }
        return Node(hosted, bound: bound, fingerprint, page, irc, history, parts, logger)
    }

    /// The page over HTTPS with the node's own certificate, and what browsers show of that; nil where there is none.
    package var securePage: (address: String, fingerprint: String)? { page?.secure }

    private init(
        _ hosted: [HostedRoom], bound: NodeAddress, _ fingerprint: Fingerprint?, _ page: PageService?,
        _ irc: IRCService?, _ history: HistoryKeeper?, _ parts: StartedParts, _ logger: Logger
    ) {
        let localAddress = NodeAddress(host: LocalAddress.own(bound.host), port: bound.port)
        rooms = hosted.map(\.settings).map { settings in
            let (info, interfaces) = (settings.info, settings.interfaces)
            let host = LocalAddress.reachable(bound.host, on: interfaces)
            let address = NodeAddress(host: host, port: bound.port)
            return OpenRoom(
                info: info, address: address, page: page?.address(of: info, on: NetworkSide(only: interfaces)),
                invite: Self.invite(to: info, at: address, fingerprint),
                localInvite: Self.invite(to: info, at: localAddress, fingerprint))
        }
        self.localAddress = localAddress
        self.page = page
        self.irc = irc
        self.history = history
        self.hosted = hosted
        self.parts = parts
        self.logger = logger
    }

    /// Lets a device of this machine's own past a room's password: the chat of whoever opened the room.
    package func exempt(_ device: String, in room: String) async {
        await hosted.first { $0.settings.info.id == room }?.exempt(device)
    }

    /// Reads the certificates of the page and of IRC anew, where there are any. What is wrong with one is told to the log,
    /// and the one in use stays.
    package func reload() async {
        await page?.reload()
        await irc?.reload()
    }

    /// For all parts together, when the node stops: a second less than the service's manager gives (config/sabir.service).
    private static let patience = Duration.seconds(9)

    /// Withdraws the announcements, keeps what was said, says goodbye to every member, and closes: from then on another
    /// node may use the state directory. In the order of `StartedParts.Stage`. Members that do not answer hold it up for 5
    /// seconds in all, however many rooms there are, and nothing for longer than 9.
    package func stop() async {
        let left = await parts.end(within: Self.patience)
        guard !left.isEmpty else { return }
        logger.error("not waited for any longer: \(left.joined(separator: ", "))")
    }

    /// Where people on the side of a room that is carried open it; nil, and that is said, where there is no such page: the
    /// host's own they would not reach.
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

    private static func invite(to room: RoomInfo, at address: NodeAddress, _ fingerprint: Fingerprint?) -> Invite? {
        fingerprint.flatMap { Invite(host: address.host, port: address.port, room: room.id, fingerprint: $0) }
    }

    // MARK: Starting the parts

    /// What hosts translate for rooms that this node carries is checked here as well, also where it has no engine.
    private static func checks(
        of configuration: NodeConfiguration, _ translationService: TranslationService?, _ logger: Logger
    ) -> Translator? {
        if configuration.relays.isEmpty || translationService != nil {
            return configuration.relays.isEmpty ? nil : translationService?.translator
        }
        var bare = configuration
        bare.translation.endpoints = []
        bare.translation.diskCache = false
        return TranslationService(bare, logger: logger).translator
    }

    private static func passwordVerification(
        of room: RoomConfiguration, _ certificate: NodeCertificate?, _ logger: Logger
    ) async throws(NodeError) -> (any PasswordVerification)? {
        guard let password = room.password else { return nil }
        guard let certificate else {
            throw NodeError(
                description: "The room \"\(room.name)\" has a password, and this node talks without TLS: everybody "
                    + "could read along all the same. Take one of them off.")
        }
        do throws(SecurityError) {
            let verifier = try await password.verifier()
            guard let file = room.passwordFile else {
                return StoredPasswordVerification(verifier: verifier, certificate: certificate.fingerprint)
            }
            return PasswordFileVerification(
                verifier, file: file, room: room.name, certificate: certificate.fingerprint, logger: logger,
                read: Self.passwordFile)
        } catch {
            throw NodeError(description: "The password of the room \"\(room.name)\": \(error)")
        }
    }

    private static let passwordFile: @Sendable (String) -> Result<String, SecurityError> = { path in
        let environment = ConfigurationEnvironment(hostName: "", variables: [:], isRoot: false)
        return Result { () throws(UnreadableFile) in try environment.read(path, atMost: PasswordVerifier.longest) }
            .mapError { SecurityError($0.reason) }
    }

    private static func protect(
        _ settings: NodeSettings, isKept: Bool, _ logger: Logger
    ) throws(NodeError) -> HostProtection {
        do {
            return try HostProtection(
                plaintext: settings.plaintext, folder: isKept ? settings.stateDirectory : nil, logger: logger)
        } catch {
            throw NodeError(description: "\(error)")
        }
    }

    private static func loadIdentity(
        _ configuration: NodeConfiguration, _ logger: Logger
    ) throws(NodeError) -> (NodeIdentity, IdentityFile?) {
        let directory = configuration.node.stateDirectory
        let file = IdentityFile(directory: directory)
        var identity = try file?.read() ?? NodeIdentity()
        for room in configuration.rooms where room.id == nil { _ = identity.id(ofRoom: room.name) }
        do {
            if file == nil {
                logger.notice("\(directory) is held by another node or cannot be written: this node gets new ids")
            }
            try file?.write(identity)
        } catch {
            logger.warning("the ids of this node and its rooms cannot be kept in \(directory): \(error)")
        }
        return (identity, file)
    }

    private static func listen(_ server: RoomServer, _ settings: NodeSettings) async throws -> NodeAddress {
        do {
            let bound = try await server.listen(on: settings.bind, port: settings.port)
            return NodeAddress(
                host: bound.first?.ipAddress ?? settings.bind[0], port: bound.first?.port ?? settings.port)
        } catch let error as IOError {
            throw NodeError.cannotListen(settings, errno: error.errnoCode)
        }
    }

    private static func announcer(
        _ configuration: NodeConfiguration, port: Int, node: UUID, fingerprint: String?, _ logger: Logger
    ) async -> Announcer? {
        guard configuration.discovery.mdns else { return nil }
        let announcer = Announcer(
            node: node.uuidString.lowercased(), port: port, fingerprint: fingerprint,
            interfaces: configuration.discovery.interfaces, logger: logger)
        await announcer.start()
        return announcer
    }
}

// Parts that meet here alone.
extension DiskCache: HistoryTranslations {}
extension NodeServices: CarriedRooms {}
