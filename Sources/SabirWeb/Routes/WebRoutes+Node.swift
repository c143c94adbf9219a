import Hummingbird
import SabirCore
import SabirFeed
import SabirProtocol
import SabirRoom

/// The answer of `/healthz`. Its status is 200 in any case: problems behind the page are no reason to restart the node.
struct HealthJSON: Encodable, Sendable {
    let status: String
    let version = ProgramVersion.text
    let notices: [String]?

    init(faults: [String]) {
        status = faults.isEmpty ? "ok" : "degraded"
        notices = faults.isEmpty ? nil : faults
    }
}

/// Health, metrics and status, for the node's operator.
extension WebRoutes {
    var nodeRoutes: [Route] { [.get("/healthz", health), .get("/metrics", metrics), .get("/status", status)] }

    @Sendable private func health(_ request: Request, _ context: WebContext) async throws -> Response {
        try checkOperator(context)
        let faults = Set(await parts.services.notices().filter(\.isPresent).map(\.code)).sorted()
        return Response(json: HealthJSON(faults: faults))
    }

    @Sendable private func metrics(_ request: Request, _ context: WebContext) async throws -> Response {
        try checkOperator(context)
        guard let metrics = parts.metrics else { throw WebRefusal.notFound("Nothing is measured here.") }
        await parts.measure(metrics)
        let members = await parts.services.measure(metrics)
        return Response(ByteBuffer(string: metrics.text(members: members)), type: PrometheusText.contentType)
    }

    @Sendable private func status(_ request: Request, _ context: WebContext) async throws -> Response {
        // Notices contain folders and addresses of this machine, which a metrics collector on the network does not
        // need.
        try context.checkIsLoopback()
        return Response(json: await parts.services.status(visitors: parts.visitors.count))
    }

    private func checkOperator(_ context: WebContext) throws(WebRefusal) {
        let allowed = parts.settings.allowMetricsFrom
        guard context.isLoopback || allowed.contains("*") || allowed.contains(context.address) else {
            throw .forbidden("This is for the node's own machine. See metrics in [web] of the configuration.")
        }
    }
}
