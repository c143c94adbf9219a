import Hummingbird
import Logging
import SabirWire

/// The node's web page: files, the interface in docs/openapi.yaml, and the streams of events.
package actor WebServer {
    /// How long phones may hold up an end.
    static let patience = Duration.seconds(2)

    private let settings: WebSettings
    private let house: any WebHouse
    private let metrics: SabirMetrics?
    private let measured: Measured?
    private let logger: Logger
    private var running: Running?

    /// What lives from `start` to `stop`.
    private struct Running {
        let parts: WebParts
        let listeners: [Listener]
        let chores: [Task<Void, Never>]
    }

    /// What `/metrics` answers, in Prometheus' text format, given how the page is used now.
    package typealias Measured = @Sendable (WebStatistics) async -> String

    /// - Parameters:
    ///   - metrics: counts the requests.
    ///   - measured: nil where nothing is measured.
    package init(
        settings: WebSettings, house: any WebHouse, metrics: SabirMetrics? = nil, measured: Measured? = nil,
        logger: Logger
    ) {
        self.settings = settings
        self.house = house
        self.metrics = metrics
        self.measured = measured
        self.logger = logger
    }

    /// Reads the page's files and listens. Answers with the port, which is the same on all addresses. Throws
    /// `WebError`. Started once.
    package func start() async throws -> Int {
        let parts = try WebParts(
            settings: settings, house: house, metrics: metrics, measured: measured, logger: logger)
        let listeners = try await listen(parts)
        let port = listeners.first?.port ?? settings.port
        parts.port.set(port)
        running = Running(parts: parts, listeners: listeners, chores: WebChores(parts).begin())
        return port
    }

    private func listen(_ parts: WebParts) async throws -> [Listener] {
        let responder = WebRoutes(parts).responder()
        var listeners: [Listener] = []
        for address in settings.addresses {
            let port = listeners.first?.port ?? settings.port
            do {
                listeners.append(try await Listener.open(address, port: port, responder: responder, parts: parts))
            } catch {
                for listener in listeners { await listener.close() }
                throw WebError.cannotListen(address, port, error)
            }
        }
        return listeners
    }

    /// Ends every stream at once with a word of goodbye, and waits 2 seconds at most for the connections.
    package func stop() async {
        guard let running else { return }
        self.running = nil
        for chore in running.chores { chore.cancel() }
        await running.parts.feeds.close(saying: "The node is stopping.")
        await withDiscardingTaskGroup { group in
            for listener in running.listeners { group.addTask { await listener.close() } }
        }
    }

    package func statistics() async -> WebStatistics { await running?.parts.statistics() ?? WebStatistics() }
}
