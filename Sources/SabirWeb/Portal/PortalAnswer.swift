import HTTPTypes
import Hummingbird

/// An answer that the node gives in place of the internet.
package struct PortalAnswer: Hashable, Sendable {
    package let status: HTTPResponse.Status
    /// The headers, with `Content-Type` if there is a body. `Cache-Control` forbids devices to keep the answer.
    package let headers: HTTPFields
    package let body: String

    init(
        status: HTTPResponse.Status = .ok, contentType: String? = nil, headers: HTTPFields = [:], body: String = ""
    ) {
        var headers = headers
        headers[.contentType] = contentType
        if headers[.cacheControl] == nil { headers[.cacheControl] = "no-store" }
        (self.status, self.headers, self.body) = (status, headers, body)
    }

    /// Redirects to the page. With a body, as Android treats answers of four bytes or fewer as broken.
    static func redirect(to page: String) -> PortalAnswer {
        PortalAnswer(
            status: .found, contentType: "text/html; charset=utf-8", headers: [.location: page],
            body: "<!DOCTYPE html><title>\(escaped(page))</title><a href=\"\(escaped(page))\">\(escaped(page))</a>\n")
    }

    /// The API's answer (RFC 8908, §5). The strings are our own addresses, which need no JSON escapes.
    static func api(captive: Bool, page: String) -> PortalAnswer {
        let address = "\"\(page.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
        let body =
            captive
            ? "{\"captive\":true,\"user-portal-url\":\(address),\"venue-info-url\":\(address)}"
            : "{\"captive\":false,\"venue-info-url\":\(address)}"
        return PortalAnswer(
            contentType: "application/captive+json", headers: [.cacheControl: "private, no-store"], body: body)
    }

    private static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing("\"", with: "&quot;")
    }
}

extension Response {
    /// The answer as an HTTP response; for HEAD the body is dropped by `createHeadResponse()`.
    init(_ answer: PortalAnswer) {
        let body = answer.body.isEmpty ? ResponseBody() : ResponseBody(byteBuffer: ByteBuffer(string: answer.body))
        self.init(status: answer.status, headers: answer.headers, body: body)
    }
}
