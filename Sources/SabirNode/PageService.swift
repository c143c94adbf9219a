import Foundation
import Logging
import NIOCore
import SabirConfiguration
import SabirFeed
import SabirSecurity
import SabirWeb
import SabirProtocol
import SabirRoom
import SabirCore

/// The node's web page with its settings, certificate and server, made from the configuration.
struct PageService: Sendable {
    let port: Int
    private let server: WebServer
    private let settings: WebSettings
    private let watch: CertificateWatch?
    private let review: NodeReview
    let secure: (address: String, fingerprint: String)?
    /// Waits for the usual port; nil if the page has its port.
    private let waiting: Task<Void, Never>?
    private let logger: Logger

    /// Starts the page. Nil if the configuration wants none, or the page's files are missing, which is logged. Throws a
    /// `NodeError` if a requested port is not available or a certificate is invalid.
    static func start(
        _ configuration: NodeConfiguration, identity: NodeCertificate?, services: NodeServices, metrics: SabirMetrics,
        setup: (any WebSetup)? = nil, logger: Logger
    ) async throws -> PageService? {
        guard configuration.web.enabled else { return nil }
        guard let folder = DataFolder.locate(configured: configuration.node.dataDirectory) else {
            logger.warning("There is no page: the folder \"share\" was not found. Name it in [node] data_directory.")
            return nil
        }
        logPasswordPolicy(configuration, logger)
        var settings = try orNodeError {
            try WebSettings(
                configuration, folder: folder + "/web", certificate: try certificate(configuration.web.tls),
                identity: identity, logger: logger)
        }
        let review = NodeReview(configuration, folder: folder, logger: logger)
        for port in configuration.web.port.map({ [$0] }) ?? [WebConfiguration.defaultPort, 0] {
            settings.port = port
            do {
                let server = try WebServer(
                    settings: settings, services: services, metrics: metrics, setup: setup, review: review,
                    logger: logger)
                let bound = try await server.start()
                let isMoved = configuration.web.port == nil && bound != WebConfiguration.defaultPort
                return PageService(
                    port: bound, server: server, settings: settings,
                    watch: await watch(configuration, settings, services, metrics, logger), review: review,
                    secure: await secure(server, settings.own, port: bound, logger),
                    waiting: isMoved ? await waitForUsualPort(server, on: bound, services, logger) : nil,
                    logger: logger)
            } catch let error as WebError {
                guard let code = (error.underlying as? IOError)?.errnoCode else {
                    throw NodeError(description: error.description)
                }
                guard configuration.web.port == nil, port != 0, code == EADDRINUSE else {
                    throw NodeError.cannotListen(
                        on: settings.addresses, port: port, errno: code, flag: "--web-port")
                }
            }
        }
        return nil
    }

    private static func watch(
        _ configuration: NodeConfiguration, _ settings: WebSettings, _ services: NodeServices, _ metrics: SabirMetrics,
        _ logger: Logger
    ) async -> CertificateWatch? {
        guard let certificate = settings.certificate else { return nil }
        let files = [configuration.web.tls.certificate, configuration.web.tls.key].compactMap(\.self)
        let watch = CertificateWatch(
            certificate, files: files, services: services, metrics: metrics, logger: logger)
        await watch.begin()
        return watch
    }

    /// The page over HTTPS beside plain HTTP.
    private static func secure(
        _ server: WebServer, _ own: WebSettings.SecondListener?, port: Int, _ logger: Logger
    ) async -> (address: String, fingerprint: String)? {
        guard let own, let bound = await server.ownPort() else { return nil }
        if own.ports.first != bound, own.ports.first != 0 {
            logger.warning(
                """
                Port \(own.ports[0]) is in use: staff and passwords are taken on port \(bound) until this node is started \
                again. Stop what uses it (see: ss -ltnp), or set https_port in [web].
                """)
        }
        return (await server.ownBase(), own.fingerprint)
    }

    /// Warns that the usual port was taken and no other was requested. Codes shown from now on lead to the page;
    /// printed ones lead to the program that holds the port. The page takes the port as soon as it is free.
    private static func waitForUsualPort(
        _ server: WebServer, on port: Int, _ services: NodeServices, _ logger: Logger
    ) async -> Task<Void, Never> {
        let usual = WebConfiguration.defaultPort
        let text = """
            Port \(usual) is in use by another program, so the page is on port \(port): codes that were printed for \
            \(usual) do not lead here. Stop what uses it (see: ss -ltnp); the page then answers there too, within half a \
            minute. Or set port in [web].
            """
        logger.warning("\(text)")
        await services.addNotice(WebStaffNotice(code: "page-port", text: text))
        return Task {
            while (try? await Task.sleep(for: Self.retry)) != nil {
                guard await server.listen(alsoOn: usual) else { continue }
                logger.notice("port \(usual) is free again: the page answers there too, and printed codes lead here")
                await services.removeNotice("page-port")
                return
            }
        }
    }

    private static let retry = Duration.seconds(30)

    /// Logged once, because it decides what visitors are asked for.
    private static func logPasswordPolicy(_ configuration: NodeConfiguration, _ logger: Logger) {
        guard configuration.web.tls.certificate == nil,
            configuration.rooms.contains(where: { $0.password != nil })
                || configuration.relays.contains(where: { $0.password != nil })
        else { return }
        logger.notice(
            """
            The page is served over plain HTTP: everybody on the wifi can read along what is said there, also in rooms \
            with a password. It takes passwords over HTTPS alone, since they could be read along too; staff can let \
            visitors in by join codes. See https in [web], and [web.tls].
            """)
    }

    /// `http://HOST:PORT/r/ROOM` for people on the room's side. Nil, which is logged, if they do not reach the page.
    func address(of room: RoomInfo, on side: NetworkSide) -> String? {
        // A page for this machine alone is printed all the same, because somebody sits at this machine.
        let isAny = side == NetworkSide() || !hasOthers
        guard let base = isAny ? settings.publicBase(port) : settings.sideBase(port, side) else {
            logger.warning(
                """
                nobody on the side of the room "\(room.name)" (\(side.only.joined(separator: ", "))) reaches this node's \
                page, so no address is printed for it; see bind and address in [web]
                """)
            return nil
        }
        let name = room.name.addingPercentEncoding(withAllowedCharacters: .urlPathSegment) ?? room.id
        return "\(base)/r/\(name)"
    }

    /// Whether anybody on another machine reaches the page.
    private var hasOthers: Bool { settings.sideBase(port, NetworkSide()) != nil }

    /// The feeds of the rooms, which IRC uses too.
    func feeds() async -> Feeds? { await server.feeds() }

    func reload() async { await watch?.reload() }

    /// Applies what the page can take of a new configuration.
    func apply(_ configuration: NodeConfiguration) async {
        review.setPhrasebooks(of: configuration)
        await server.apply(
            staffPIN: configuration.web.sharedStaffPIN, costlyRequests: configuration.limits.costlyRequests,
            connectionsPerAddress: configuration.limits.connectionsPerAddress)
    }

    func stop() async {
        waiting?.cancel()
        await watch?.end()
        await server.stop()
    }

    static func certificate(_ files: CertificateFiles) throws(CertificateError) -> ReloadableCertificate? {
        guard let certificate = files.certificate, let key = files.key else { return nil }
        return try ReloadableCertificate(certificate: certificate, key: key)
    }
}

extension CharacterSet {
    /// One segment of a path (RFC 3986 §3.3), without characters that some programs take for the end of a link.
    fileprivate static let urlPathSegment = CharacterSet.urlPathAllowed.subtracting(
        CharacterSet(charactersIn: "/;,()!*'"))
}
