import Logging
import NIOCore
import SabirConfiguration
import SabirFeed
import SabirIRC
import SabirTranslation
import SabirWeb
import SabirProtocol
import SabirCore

/// The node's IRC listener with its settings, certificate and server, made from the configuration.
struct IRCService: Sendable {
    private let server: IRCServer
    /// The rooms' feeds if no page provides them.
    private let own: Feeds?
    private let engines: Task<Void, Never>?
    private let certificate: ReloadableCertificate?
    private let logger: Logger

    /// The address at which others most likely reach it.
    let address: NodeAddress

    /// Starts the listener; nil if the configuration wants no IRC. Throws a `NodeError` if the port is not available or
    /// a certificate is invalid. `page`: the page's feeds, if there is a page.
    static func start(
        _ configuration: NodeConfiguration, services: NodeServices, page: Feeds?, metrics: SabirMetrics, logger: Logger
    ) async throws -> IRCService? {
        let irc = configuration.irc
        guard irc.enabled else { return nil }
        let certificate = try orNodeError { try PageService.certificate(irc.tls) }
        let feeds = page ?? Feeds(services: services)
        let own = page == nil ? feeds : nil
        let node = IRCNode(
            name: services.name, wording: services.wording, interface: services.wording.interface,
            looks: { ConfusableName.keys(of: $0) }, services: services, feeds: feeds, isPrivate: certificate != nil,
            rooms: { await services.openRooms() })
        do {
            let server = try await IRCServer.start(
                settings(configuration, certificate), node: node, metrics: metrics, logger: logger)
            let address = NodeAddress(
                host: LocalAddress.reachable(irc.bind[0]), port: server.addresses.first?.port ?? irc.port)
            return IRCService(
                server: server, own: own, engines: own.map { own in Task { await own.followEngines() } },
                certificate: certificate, logger: logger, address: address)
        } catch let error as IRCError {
            guard let code = (error.underlying as? IOError)?.errnoCode else {
                throw NodeError(description: error.description)
            }
            throw NodeError.cannotListen(on: irc.bind, port: irc.port, errno: code, flag: "[irc] port")
        }
    }

    func reload() async {
        guard let certificate else { return }
        do throws(CertificateError) {
            try await certificate.reload()
            logger.notice("the certificate for IRC was read anew")
        } catch {
            logger.error("IRC keeps the certificate that it has: \(error)")
        }
    }

    func stop() async {
        await server.stop()
        engines?.cancel()
        await own?.close(saying: "The node is stopping.")
    }

    private static func settings(
        _ configuration: NodeConfiguration, _ certificate: ReloadableCertificate?
    ) -> IRCSettings {
        let irc = configuration.irc
        let lang: LanguageTag = irc.language ?? configuration.web.languages.first ?? LanguageTag.english
        var settings = IRCSettings(lang: lang)
        settings.addresses = irc.bind
        settings.port = irc.port
        settings.connections = min(irc.connections, DescriptorBudget.current().irc)
        settings.connectionsPerAddress = irc.connectionsPerAddress
        if let certificate { settings.entrance = { channel in certificate.secure(channel) } }
        return settings
    }
}
