import HTTPTypes
import Hummingbird
import NIOCore
import SabirCore
import SabirFeed
import SabirProtocol

/// The outermost middleware: reads cookies, turns errors into JSON refusals, and adds the headers of every response.
struct EdgeMiddleware: RouterMiddleware {
    let entrance: WebEntrance
    let proxies: TrustedProxies
    let hosts: KnownHosts
    let paths: PathTable
    let portal: CaptivePortalService?
    let metrics: SabirMetrics?

    func handle(
        _ request: Request, context: WebContext, next: (Request, WebContext) async throws -> Response
    ) async throws -> Response {
        let start = ContinuousClock.now
        var response: Response
        do throws(WebRefusal) {
            let known = try known(of: request, context)
            response = await answer(request, known, next)
        } catch {
            response = Response(error)
        }
        addHeaders(to: &response)
        metrics?.requests(.page, status: response.status.code).increment()
        // Streams are not measured, as they last for as long as somebody reads them.
        if response.headers[.contentType] != Response.eventStream {
            metrics?.requestSeconds(.page).record(ContinuousClock.now - start)
        }
        return request.method == .head ? response.createHeadResponse() : response
    }

    /// Fills the context from the request: origin, host and cookies.
    private func known(of request: Request, _ context: WebContext) throws(WebRefusal) -> WebContext {
        var context = context
        // Without the connection its address is unknown, and must not be taken for another one.
        guard let peer = IPAddress(context.channel.remoteAddress)?.description else {
            throw .badRequest("The connection is gone.")
        }
        context.origin = try RequestOrigin(request.headers, from: peer, entrance: entrance, trusting: proxies)
        context.cookies = CookieHeader(request.headers[values: .cookie])
        for face in [TabletSide.a, .b] {
            context.devices[face] = context.cookies[context.origin.cookies.device(face)].flatMap { DeviceCookie($0) }
        }
        return context
    }

    private func answer(
        _ request: Request, _ context: WebContext, _ next: (Request, WebContext) async throws -> Response
    ) async -> Response {
        if let answer = await portal?.answer(request, from: context.address) { return Response(answer) }
        // The authority was taken from the first `Host`; software before us may use another one (RFC 9112 §3.2).
        guard request.headers[values: Self.host].isEmpty else {
            return Response(WebRefusal.badRequest("A request has one Host, and no more."))
        }
        guard hosts.includes(request.head.authority) else { return elsewhere(request) }
        do {
            return try await next(request, context)
        } catch {
            let refusal = refusal(for: error, request)
            if refusal.status == .notFound, isOpenedAsPage(request) {
                return .bodiless(.found, headers: [.location: "/"])
            }
            // If the connection is gone, nobody needs the answer.
            if refusal.status == .internalServerError, context.channel.isActive {
                // Log only the error's type, as its description may contain people's texts.
                context.logger.error("a request failed", metadata: ["error": "\(type(of: error))"])
            }
            var response = Response(refusal)
            if refusal.status == .methodNotAllowed {
                response.headers[.allow] = allowed(request).joined(separator: ", ")
            }
            return response
        }
    }

    private static let host = SecurityHeaders.name("Host")

    /// Whether a browser opened this address as a page: the list of rooms serves somebody who mistyped it better than
    /// JSON does.
    private func isOpenedAsPage(_ request: Request) -> Bool {
        let path = request.uri.path
        return [.get, .head].contains(request.method) && path != "/" && !path.hasPrefix("/api/")
            && request.headers[.accept]?.contains("text/html") == true
    }

    /// For an unknown host name, redirects pages to our own address and refuses everything else.
    private func elsewhere(_ request: Request) -> Response {
        let isReading = request.method == .get || request.method == .head
        guard isReading, !request.uri.path.hasPrefix("/api/") else {
            return Response(
                WebRefusal(
                    status: .misdirectedRequest, code: "forbidden",
                    text: "This page does not go by that name. Open \(hosts.base()), or set address in [web]."))
        }
        return .bodiless(.found, headers: [.location: hosts.base() + "/"])
    }

    private func refusal(for error: any Error, _ request: Request) -> WebRefusal {
        switch error {
        case let refusal as WebRefusal: refusal
        case let fault as WireFault: WebRefusal(fault)
        case let fault as WebFault: WebRefusal(fault)
        case let fault as PlaceFault: WebRefusal(fault)
        case let error as HTTPError where error.status == .notFound && !allowed(request).isEmpty:
            WebRefusal(
                status: .methodNotAllowed, code: "bad-request",
                text: "\(request.method.rawValue) is not possible here; \(allowed(request).joined(separator: ", ")) is."
            )
        case let error as HTTPError where error.status == .notFound: .notFound("There is nothing at this address.")
        case let error as HTTPError where error.status == .contentTooLarge: .tooLarge
        case let error as HTTPError:
            WebRefusal(status: error.status, code: "bad-request", text: error.body ?? error.status.reasonPhrase)
        default:
            WebRefusal(
                status: .internalServerError, code: "bad-request", text: "The node could not answer. Try again.")
        }
    }

    private func allowed(_ request: Request) -> [String] { paths.methods(at: request.uri.path) }

    private func addHeaders(to response: inout Response) {
        response.headers[.contentSecurityPolicy] = SecurityHeaders.contentSecurityPolicy
        response.headers[.xContentTypeOptions] = "nosniff"
        for (name, value) in SecurityHeaders.others { response.headers[name] = value }
        if entrance.isSecure { response.headers[SecurityHeaders.openerPolicy] = "same-origin" }
        // Only if HTTPS is the main listener: the header counts for all ports of a name (RFC 6797 §8.3), and would make
        // the page on a plain port unreachable.
        if entrance == .certified { response.headers[.strictTransportSecurity] = SecurityHeaders.transportSecurity }
        if response.headers[.cacheControl] == nil { response.headers[.cacheControl] = "no-store" }
    }
}

extension Response {
    init(_ refusal: WebRefusal) {
        self.init(json: ["error": refusal], status: refusal.status)
        if let seconds = refusal.seconds { headers[.retryAfter] = "\(seconds)" }
    }

    init(json value: some Encodable, status: HTTPResponse.Status = .ok) {
        self.init(ByteBuffer(bytes: JSONText.encode(value)), type: "application/json", status: status)
    }

    init(_ body: ByteBuffer, type: String, status: HTTPResponse.Status = .ok) {
        self.init(status: status, headers: [.contentType: type], body: ResponseBody(byteBuffer: body))
    }

    /// A JSON response, compressed if that is worth it and accepted.
    init(json value: some Encodable, to request: Request) {
        let data = JSONText.encode(value)
        guard data.count > 1_400, AcceptedCoding.allowsGzip(request.headers[.acceptEncoding]),
            let compressed = Gzip.compressed(data, level: 5)
        else {
            self.init(ByteBuffer(bytes: data), type: "application/json")
            return
        }
        self.init(ByteBuffer(bytes: compressed), type: "application/json")
        headers[.contentEncoding] = "gzip"
        headers[.vary] = "Accept-Encoding"
    }

    /// The answer to a request that succeeded without a result.
    static var done: Response { bodiless(.noContent) }

    /// A response without body and so without length (RFC 9110 §8.6).
    static func bodiless(_ status: HTTPResponse.Status, headers: HTTPFields = [:]) -> Response {
        var response = Response(status: status, headers: headers)
        response.headers[.contentLength] = nil
        return response
    }
}
