import Hummingbird
import SabirMetrics

/// The page takes visitors in either case: what is amiss behind it is no reason to start the node anew.
struct HealthJSON: Encodable, Sendable {
    let status: String
    let notices: [String]?

    init(faults: [String]) {
        status = faults.isEmpty ? "ok" : "degraded"
        notices = faults.isEmpty ? nil : faults
    }
}

/// How the node is, for its operator.
extension WebRoutes {
    var nodeRoutes: [Route] { [.get("/healthz", health), .get("/metrics", metrics)] }

    @Sendable private func health(_ request: Request, _ context: WebContext) async throws -> Response {
        try checkOperator(context)
        let faults = await parts.services.notices().filter(\.isPresent).map(\.code)
        return Response(json: HealthJSON(faults: faults))
    }

    @Sendable private func metrics(_ request: Request, _ context: WebContext) async throws -> Response {
        try checkOperator(context)
        guard let measured = parts.measured else {
            throw WebRefusal.notFound("Nothing is measured here.")
        }
        return Response(
            status: .ok, headers: [.contentType: PrometheusText.contentType],
            body: ResponseBody(byteBuffer: ByteBuffer(string: await measured(parts.statistics()))))
    }

    private func checkOperator(_ context: WebContext) throws(WebRefusal) {
        let allowed = parts.settings.allowMetricsFrom
        guard context.isLoopback || allowed.contains("*") || allowed.contains(context.address) else {
            throw .forbidden("This is for the node's own machine. See metrics in [web] of the configuration.")
        }
    }
}
