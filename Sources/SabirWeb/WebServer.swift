import Hummingbird
import Logging
import SabirFeed
import SabirProtocol

/// The node's web server: the page's files, the API in docs/openapi.yaml, and event streams.
package actor WebServer {
    private let settings: WebSettings
    private let services: any WebNodeServices
    private let metrics: SabirMetrics?
    private let measured: WebStatistics.Measured?
    private let setup: (any WebSetup)?
    private let review: (any WebReview)?
    private let logger: Logger
    private var running: Running?

    /// Everything that exists from `start` to `stop`.
    private struct Running {
        let parts: WebParts
        let listeners: [Listener]
        let chores: [Task<Void, Never>]
    }

    /// - Parameters:
    ///   - metrics: Counts the requests.
    ///   - measured: Makes the answer of `/metrics`; nil if nothing is measured.
    ///   - setup: Nil if settings are only made elsewhere.
    ///   - review: Nil if there is nothing to review.
    package init(
        settings: WebSettings, services: any WebNodeServices, metrics: SabirMetrics? = nil,
        measured: WebStatistics.Measured? = nil, setup: (any WebSetup)? = nil, review: (any WebReview)? = nil,
        logger: Logger
    ) {
        self.setup = setup
        self.review = review
        self.settings = settings
        self.services = services
        self.metrics = metrics
        self.measured = measured
        self.logger = logger
    }

    /// Reads the page's files and listens; returns the port, the same on all addresses. Throws `WebError`. Call once.
    package func start() async throws -> Int {
        let parts = try WebParts(
            settings: settings, services: services, metrics: metrics, measured: measured, setup: setup, review: review,
            logger: logger)
        let responder = WebRoutes(parts, entrance: parts.entrance).responder()
        var listeners = try await listen(settings.port, settings.certificate, responder, parts)
        let port = listeners.first?.port ?? settings.port
        parts.port.set(port)
        do throws(WebError) {
            let own = try await listenSecurely(parts)
            parts.ownPort.set(own.first?.port ?? 0)
            listeners += own
        } catch {
            for listener in listeners { await listener.close() }
            throw error
        }
        await parts.announceSetupCode()
        running = Running(parts: parts, listeners: listeners, chores: WebChores(parts).begin())
        return port
    }

    /// The port of the listener with the node's own certificate; nil if there is none.
    package func ownPort() -> Int? { running.flatMap { $0.parts.ownPort.value > 0 ? $0.parts.ownPort.value : nil } }

    /// The feeds of the page's rooms, for other front ends; nil while the server does not run.
    package func feeds() -> Feeds? { running?.parts.feeds.feeds }

    /// Applies changed settings: the shared PIN, and limits of requests and connections. When this returns, logins by
    /// an old PIN have ended, and their visitors have lost the staff role in every room.
    package func apply(
        staffPIN: String?, costlyRequests: (perSecond: Int, burst: Int), connectionsPerAddress: Int
    ) async {
        guard let parts = running?.parts else { return }
        await parts.meter.setLimit(costlyRequests)
        parts.counter.setLimits(perAddress: connectionsPerAddress, maximum: settings.limits.connections)
        await parts.staff.setSharedPIN(staffPIN)
        await parts.endStaff()
    }

    package func ownBase() -> String { running?.parts.ownBase ?? "" }

    /// Also listens on another port of all the page's addresses, which codes then name. Returns false if that port is
    /// not available, or the page has ended.
    package func listen(alsoOn port: Int) async -> Bool {
        guard let parts = running?.parts else { return false }
        let responder = WebRoutes(parts, entrance: parts.entrance).responder()
        guard let more = try? await listen(port, settings.certificate, responder, parts) else { return false }
        guard let running else {
            for listener in more { await listener.close() }
            return false
        }
        parts.port.set(port)
        self.running = Running(parts: parts, listeners: running.listeners + more, chores: running.chores)
        return true
    }

    /// Tries the ports in turn; throws the last one's error.
    private func listenSecurely(_ parts: WebParts) async throws(WebError) -> [Listener] {
        guard let own = settings.own, settings.certificate == nil else { return [] }
        let responder = WebRoutes(parts, entrance: .own).responder()
        var failure: WebError?
        for port in own.ports {
            do throws(WebError) {
                return try await listen(port, own.certificate, responder, parts)
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
        return []
    }

    private func listen(
        _ wanted: Int, _ certificate: ReloadableCertificate?, _ responder: some HTTPResponder<WebContext>,
        _ parts: WebParts
    ) async throws(WebError) -> [Listener] {
        var listeners: [Listener] = []
        for address in settings.addresses {
            let port = listeners.first?.port ?? wanted
            do {
                listeners.append(
                    try await Listener.open(
                        address, port: port, responder: responder, certificate: certificate, parts: parts))
            } catch {
                for listener in listeners { await listener.close() }
                throw WebError.cannotListen(address, port, error)
            }
        }
        return listeners
    }

    /// Ends every stream with a farewell, and waits for the connections 2 seconds at most.
    package func stop() async {
        guard let running else { return }
        self.running = nil
        for chore in running.chores { chore.cancel() }
        await running.parts.feeds.feeds.close(saying: "The node is stopping.")
        await running.parts.help.close()
        await withDiscardingTaskGroup { group in
            for listener in running.listeners { group.addTask { await listener.close() } }
        }
    }
}
