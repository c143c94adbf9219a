import Logging
import SabirConfiguration
import SabirWeb
import SabirFeed

/// Lends this node's engines: to guests over the rooms' connections, and to programs by a server.
struct SharingService: Sendable {
    let translator: SharedTranslator
    private let server: SharingServer?

    /// Starts lending the engines; nil if there is nothing to lend or the configuration forbids it. Without a
    /// configured port, or if it is not available, the engines are lent over the rooms' connections only; an
    /// unavailable port is logged.
    static func start(
        _ configuration: NodeConfiguration, translationService: TranslationService?, metrics: SabirMetrics,
        logger: Logger
    ) async -> SharingService? {
        guard let translationService, configuration.share.enabled, configuration.translation.enabled else { return nil }
        if let outside = configuration.translation.endpoints.first(where: \.allowInternet),
            !configuration.share.allowInternet
        {
            logger.notice(
                """
                The engines are not lent: \(outside.name) may lie outside the local network, and everybody who asks would \
                send text there at this node's cost. allow_internet in [share] lends them all the same.
                """)
            return nil
        }
        var lent = SharedTranslator(
            translator: translationService.translator, wording: translationService.wording, port: nil)
        guard let port = configuration.share.port else { return SharingService(translator: lent, server: nil) }
        let addresses = configuration.share.bind.isEmpty ? configuration.node.bind : configuration.share.bind
        var settings = SharingSettings(addresses: addresses, port: port)
        settings.charactersPerMinute = configuration.limits.translationCharacters
        let server = SharingServer(settings: settings, engine: lent, metrics: metrics, logger: logger)
        do throws(SharingError) {
            lent.port = try await server.start()
            return SharingService(translator: lent, server: server)
        } catch {
            logger.notice("the engines are not lent on port \(port): \(error)")
            return SharingService(translator: lent, server: nil)
        }
    }

    func apply(_ limits: LimitSettings) async {
        await server?.setLimit(charactersPerMinute: limits.translationCharacters)
    }

    func stop() async { await server?.stop() }
}
