import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import SabirProtocol
import ServiceLifecycle
import SabirServing

/// The page on one address.
struct Listener: Sendable {
    /// How long phones may hold up an end.
    private static let patience = Duration.seconds(2)

    let port: Int
    private let group: ServiceGroup
    private let serving: Task<Void, Never>

    /// Comes back as soon as connections are taken.
    static func open(
        _ address: String, port: Int, responder: some HTTPResponder<WebContext>, certificate: ReloadableCertificate?,
        parts: WebParts
    ) async throws -> Listener {
        let (ports, signal) = AsyncThrowingStream.makeStream(of: Int.self, bufferingPolicy: .bufferingOldest(1))
        let group = group(
            serving: page(address, port, responder, certificate, parts) { signal.yield($0) }, logger: parts.quietLogger)
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

    private static func group(serving page: some Service, logger: Logger) -> ServiceGroup {
        var configuration = ServiceGroupConfiguration(services: [page], logger: logger)
        configuration.maximumGracefulShutdownDuration = patience
        return ServiceGroup(configuration: configuration)
    }

    private static func page(
        _ address: String, _ port: Int, _ responder: some HTTPResponder<WebContext>,
        _ certificate: ReloadableCertificate?, _ parts: WebParts,
        isListening: @escaping @Sendable (_ port: Int) -> Void
    ) -> some Service {
        let (limits, counter) = (parts.settings.limits, parts.counter)
        return Application(
            responder: responder,
            server: HTTPServerBuilder { responder in
                let plain = WebChannel(responder: responder, counter: counter, limits: limits)
                guard let certificate else { return plain }
                return ReloadableTLSChannel(base: plain, certificate: certificate)
            },
            configuration: ApplicationConfiguration(
                address: .hostname(ListeningAddress.host(address), port: port), backlog: 1_024),
            onServerRunning: { isListening($0.localAddress?.port ?? port) }, logger: parts.quietLogger)
    }

    /// Takes no more connections; those that are open end with their answer, and are broken off after 2 seconds.
    func close() async {
        await group.triggerGracefulShutdown()
        await serving.value
    }
}
