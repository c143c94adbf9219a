import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import ServiceLifecycle

/// Shares the node's translation on a port of its own, by the API of LibreTranslate.
package actor SharingServer {
    /// For answers that are under way when it stops.
    private static let patience = Duration.seconds(2)

    private let settings: SharingSettings
    private let services: ServiceGroup
    private let ports: AsyncStream<Int>
    private let found: AsyncStream<Int>.Continuation
    private var running: Task<(any Error)?, Never>?

    /// Runs once. `metrics` counts the answers, where given.
    package init(settings: SharingSettings, engine: any SharedEngine, metrics: SabirMetrics? = nil, logger: Logger) {
        self.settings = settings
        (ports, found) = AsyncStream.makeStream(of: Int.self)
        let quiet = Self.quiet(logger)
        let application = Application(
            responder: SharingResponder(
                settings: settings, desk: SharingDesk(settings, engine: engine), metrics: metrics),
            server: .http1(configuration: Self.connection, certificate: settings.certificate),
            configuration: .init(
                address: .hostname(settings.address, port: settings.port), serverName: "sabir",
                availableConnectionsDelegate: .maximum(SharingSettings.maximumConnections, logger: quiet)),
            onServerRunning: { [found] in found.yield($0.localAddress?.port ?? settings.port) },
            logger: quiet)
        services = ServiceGroup(configuration: .init(services: [application], logger: quiet))
    }

    /// Listens, and yields the port.
    package func start() async throws(SharingError) -> Int {
        let running = Task { [services, found] () -> (any Error)? in
            defer { found.finish() }
            do {
                try await services.run()
                return nil
            } catch {
                return error
            }
        }
        self.running = running
        for await port in ports { return port }
        throw SharingError(await running.value ?? CancellationError(), address: settings.address, port: settings.port)
    }

    /// Takes no more questions, and ends when those under way are answered, or after 2 seconds.
    package func stop() async {
        guard let running else { return }
        await services.triggerGracefulShutdown()
        let ended: Void? = await within(Self.patience) { _ = await running.value }
        if ended == nil { running.cancel() }
    }

    private static var connection: HTTP1Channel.Configuration {
        .init(
            idleTimeout: SharingSettings.arrivesWithin,
            httpDecoderConfiguration: .init(
                maxHeaderFieldSize: 8 * 1_024, maxHeaderListSize: 16 * 1_024, maxHeaderFieldCount: 64))
    }

    /// Hummingbird tells on `info` what the node says in its own words.
    private static func quiet(_ logger: Logger) -> Logger {
        var quiet = logger
        quiet.logLevel = max(logger.logLevel, .notice)
        return quiet
    }
}
