import Hummingbird
import Logging
import SabirFeed
import SabirProtocol

/// The node's web server: the page's files, the API in docs/openapi.yaml, and event streams.
package actor WebServer {
    private let parts: WebParts
    private var listeners: [Listener] = []
    /// What the page does by itself from `start` to `stop`; nil while the server does not run.
    private var chores: [Task<Void, Never>]?

    /// Reads the page's files.
    ///
    /// - Parameters:
    ///   - metrics: Counts the requests, and is the answer of `/metrics`; nil if nothing is measured.
    ///   - setup: Nil if settings are only made elsewhere.
    ///   - review: Nil if there is nothing to review.
    package init(
        settings: WebSettings, services: any WebNodeServices, metrics: SabirMetrics? = nil,
        setup: (any WebSetup)? = nil, review: (any WebReview)? = nil, logger: Logger
    ) throws(WebError) {
        parts = try WebParts(
            settings: settings, services: services, metrics: metrics, setup: setup, review: review, logger: logger)
    }

    /// Listens; returns the port, the same on all addresses. Throws `WebError`. Call once.
    package func start() async throws -> Int {
        var listeners = try await listen(parts.settings.port)
        let port = listeners.first?.port ?? parts.settings.port
        parts.port.set(port)
        do throws(WebError) {
            let own = try await listenSecurely()
            parts.ownPort.set(own.first?.port ?? 0)
            listeners += own
        } catch {
            await listeners.close()
            throw error
        }
        await parts.announceSetupCode()
        self.listeners = listeners
        chores = parts.beginChores()
        return port
    }

    /// The port of the listener with the node's own certificate; nil if there is none.
    package func ownPort() -> Int? { parts.ownPort.value > 0 ? parts.ownPort.value : nil }

    /// The feeds of the page's rooms, for other front ends; nil while the server does not run.
    package func feeds() -> Feeds? { chores == nil ? nil : parts.feeds.feeds }

    /// Applies changed settings: the shared PIN, and limits of requests and connections. When this returns, logins by
    /// an old PIN have ended, and their visitors have lost the staff role in every room.
    package func apply(
        staffPIN: String?, costlyRequests: (perSecond: Int, burst: Int), connectionsPerAddress: Int
    ) async {
        await parts.meter.setLimit(costlyRequests)
        parts.counter.setLimits(perAddress: connectionsPerAddress, maximum: parts.settings.limits.connections)
        await parts.staff.setSharedPIN(staffPIN)
        await parts.endStaff()
    }

    package func ownBase() -> String { parts.ownBase }

    /// Also listens on another port of all the page's addresses, which codes then name. Returns false if that port is
    /// not available, or the page has ended.
    package func listen(alsoOn port: Int) async -> Bool {
        guard chores != nil, let more = try? await listen(port) else { return false }
        guard chores != nil else {
            await more.close()
            return false
        }
        parts.port.set(port)
        listeners += more
        return true
    }

    /// Listens for HTTPS with the node's own certificate, at the first port that is available; throws the last port's
    /// error.
    private func listenSecurely() async throws(WebError) -> [Listener] {
        guard let own = parts.settings.own, parts.settings.certificate == nil else { return [] }
        let responder = WebRoutes(parts: parts, entrance: .own).responder()
        var failure: WebError?
        for port in own.ports {
            do throws(WebError) {
                return try await listen(port, own.certificate, responder)
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
        return []
    }

    /// Listens as the page's main listener does.
    private func listen(_ port: Int) async throws(WebError) -> [Listener] {
        let responder = WebRoutes(parts: parts, entrance: parts.entrance).responder()
        return try await listen(port, parts.settings.certificate, responder)
    }

    private func listen(
        _ port: Int, _ certificate: ReloadableCertificate?, _ responder: some HTTPResponder<WebContext>
    ) async throws(WebError) -> [Listener] {
        try await Listener.open(
            on: parts.settings.addresses, port: port,
            by: { try await Listener.open($0, port: $1, responder: responder, certificate: certificate, parts: parts) },
            orThrow: { WebError.cannotListen($1, $2, $0) })
    }

    /// Ends every stream with a farewell, and waits for the connections 2 seconds at most.
    package func stop() async {
        guard let chores else { return }
        self.chores = nil
        for chore in chores { chore.cancel() }
        await parts.feeds.feeds.close(saying: "The node is stopping.")
        await parts.help.close()
        await listeners.close()
        listeners = []
    }
}
