import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import SabirCore
import SabirProtocol
import ServiceLifecycle
import SabirMetrics

/// Shares the node's translation on a port of its own, by the API of LibreTranslate.
package actor SharingServer {
    /// For answers that are under way when it stops.
    private static let patience = Duration.seconds(2)

    private let settings: SharingSettings
    /// One for all addresses: what an asker may have does not grow by asking at each.
    private let responder: SharingResponder
    private let service: TranslationAPIService
    private let logger: Logger
    private var listeners: [Listening] = []

    /// One address.
    private struct Listening {
        let services: ServiceGroup
        let ended: Task<(any Error)?, Never>
    }

    /// Runs once. `metrics` counts the answers, where given.
    package init(settings: SharingSettings, engine: any SharedEngine, metrics: SabirMetrics? = nil, logger: Logger) {
        self.settings = settings
        self.logger = Self.quiet(logger)
        service = TranslationAPIService(settings, engine: engine)
        responder = SharingResponder(settings: settings, service: service, metrics: metrics)
    }

    /// Characters that one asker may have translated in a minute from now on.
    package func take(charactersPerMinute: Int) async { await service.take(charactersPerMinute: charactersPerMinute) }

    /// Listens on all addresses, or on none, and yields the port.
    package func start() async throws(SharingError) -> Int {
        var port = settings.port
        for address in settings.addresses {
            do throws(SharingError) {
                port = try await listen(address, port)
            } catch {
                await stop()
                throw error
            }
        }
        return port
    }

    private func listen(_ address: String, _ port: Int) async throws(SharingError) -> Int {
        let (ports, found) = AsyncStream.makeStream(of: Int.self)
        let application = Application(
            responder: responder,
            server: .http1(configuration: Self.connection, certificate: settings.certificate),
            configuration: .init(
                address: .hostname(ListeningAddress.host(address), port: port), serverName: "sabir",
                availableConnectionsDelegate: .maximum(SharingSettings.maximumConnections, logger: logger)),
            onServerRunning: { found.yield($0.localAddress?.port ?? port) },
            logger: logger)
        let services = ServiceGroup(configuration: .init(services: [application], logger: logger))
        let ended = Task { () -> (any Error)? in
            defer { found.finish() }
            do {
                try await services.run()
                return nil
            } catch {
                return error
            }
        }
        for await port in ports {
            listeners.append(Listening(services: services, ended: ended))
            return port
        }
        throw SharingError(await ended.value ?? CancellationError(), address: address, port: port)
    }

    /// Takes no more questions, and ends when those under way are answered, or after 2 seconds.
    package func stop() async {
        let stopping = listeners
        listeners = []
        await withDiscardingTaskGroup { group in
            for listener in stopping {
                group.addTask {
                    await listener.services.triggerGracefulShutdown()
                    let ended: Void? = await within(Self.patience) { _ = await listener.ended.value }
                    if ended == nil { listener.ended.cancel() }
                }
            }
        }
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
