import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import SabirProtocol
import ServiceLifecycle

/// An HTTP server on one address.
struct Listener: Sendable {
    /// How long open connections may delay the server's end.
    private static let patience = Duration.seconds(2)

    let port: Int
    private let group: ServiceGroup
    private let serving: Task<Void, Never>

    /// Opens a listener; returns once the server accepts connections. `server` makes the server, which has to call
    /// `isListening` with its port.
    static func open(
        logger: Logger, _ server: @Sendable (_ isListening: @escaping @Sendable (_ port: Int) -> Void) -> some Service
    ) async throws -> Listener {
        let (ports, signal) = AsyncThrowingStream.makeStream(of: Int.self, bufferingPolicy: .bufferingOldest(1))
        var configuration = ServiceGroupConfiguration(services: [server { signal.yield($0) }], logger: logger)
        configuration.maximumGracefulShutdownDuration = patience
        let group = ServiceGroup(configuration: configuration)
        let serving = Task {
            do {
                try await group.run()
                signal.finish()
            } catch {
                signal.finish(throwing: error)
            }
        }
        for try await port in ports { return Listener(port: port, group: group, serving: serving) }
        throw CancellationError()
    }

    /// Opens a listener that serves the page.
    static func open(
        _ address: String, port: Int, responder: some HTTPResponder<WebContext>, certificate: ReloadableCertificate?,
        parts: WebParts
    ) async throws -> Listener {
        let (limits, counter, logger) = (parts.settings.limits, parts.counter, quiet(parts.logger))
        return try await open(logger: logger) { isListening in
            Application(
                responder: responder,
                server: HTTPServerBuilder { responder in
                    let plain = WebChannel(responder: responder, counter: counter, limits: limits)
                    guard let certificate else { return plain }
                    return ReloadableTLSChannel(base: plain, certificate: certificate)
                },
                configuration: ApplicationConfiguration(
                    address: .hostname(ListeningAddress.host(address), port: port), backlog: 1_024),
                onServerRunning: { isListening($0.localAddress?.port ?? port) }, logger: logger)
        }
    }

    /// Listens on all addresses at the same port, or throws `fault` and listens on none.
    static func open<Fault: Error>(
        on addresses: [String], port wanted: Int,
        by open: @Sendable (_ address: String, _ port: Int) async throws -> Listener,
        orThrow fault: @Sendable (any Error, _ address: String, _ port: Int) -> Fault
    ) async throws(Fault) -> [Listener] {
        var listeners: [Listener] = []
        for address in addresses {
            let port = listeners.first?.port ?? wanted
            do {
                listeners.append(try await open(address, port))
            } catch {
                await listeners.close()
                throw fault(error, address, port)
            }
        }
        return listeners
    }

    /// A logger for Hummingbird, whose messages matter only from warnings on.
    static func quiet(_ logger: Logger) -> Logger {
        var quiet = logger
        quiet.logLevel = max(quiet.logLevel, .warning)
        return quiet
    }

    /// Stops accepting connections. Open ones end with their answer, and are broken off after 2 seconds.
    func close() async {
        await group.triggerGracefulShutdown()
        await serving.value
    }
}

extension [Listener] {
    func close() async {
        await withDiscardingTaskGroup { group in
            for listener in self { group.addTask { await listener.close() } }
        }
    }
}
