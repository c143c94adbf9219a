import Hummingbird
import HummingbirdCore
import Logging
import SabirFeed
import SabirProtocol

/// Serves LibreTranslate's API on a port of its own.
package actor SharingServer {
    private let settings: SharingSettings
    /// One responder for all addresses, so that limits do not grow with the number of addresses.
    private let responder: SharingResponder
    private let service: TranslationAPIService
    private let logger: Logger
    /// One listener for each address.
    private var listeners: [Listener] = []

    /// Makes a server that can be started once. `metrics` counts the answers, if given.
    package init(settings: SharingSettings, engine: any SharedEngine, metrics: SabirMetrics? = nil, logger: Logger) {
        self.settings = settings
        self.logger = Listener.quiet(logger)
        service = TranslationAPIService(settings, engine: engine)
        responder = SharingResponder(service: service, metrics: metrics)
    }

    /// Sets how many characters an asker may have translated in a minute.
    package func setLimit(charactersPerMinute: Int) async {
        await service.setLimit(charactersPerMinute: charactersPerMinute)
    }

    /// Listens on all addresses, or throws and listens on none; returns the port.
    package func start() async throws(SharingError) -> Int {
        listeners = try await Listener.open(
            on: settings.addresses, port: settings.port, by: { try await self.listen($0, $1) },
            orThrow: { SharingError($0, address: $1, port: $2) })
        return listeners.first?.port ?? settings.port
    }

    private func listen(_ address: String, _ port: Int) async throws -> Listener {
        try await Listener.open(logger: logger) { [responder, logger] isListening in
            Application(
                responder: responder, server: .http1(configuration: Self.connection),
                configuration: .init(
                    address: .hostname(ListeningAddress.host(address), port: port), serverName: "sabir",
                    availableConnectionsDelegate: .maximum(SharingSettings.maximumConnections, logger: logger)),
                onServerRunning: { isListening($0.localAddress?.port ?? port) }, logger: logger)
        }
    }

    /// Stops accepting requests. Returns once those in progress are answered, after 2 seconds at most.
    package func stop() async {
        let stopping = listeners
        listeners = []
        await stopping.close()
    }

    private static var connection: HTTP1Channel.Configuration {
        .init(
            idleTimeout: SharingSettings.arrivesWithin,
            httpDecoderConfiguration: .init(
                maxHeaderFieldSize: 8 * 1_024, maxHeaderListSize: 16 * 1_024, maxHeaderFieldCount: 64))
    }
}
