/// An answer that the node gives in place of the internet.
package struct PortalAnswer: Hashable, Sendable {
    package let status: Int
    /// The headers, with `Content-Type` if there is a body. `Cache-Control` forbids devices to keep the answer.
    package let headers: [String: String]
    package let body: String

    init(status: Int = 200, contentType: String? = nil, headers: [String: String] = [:], body: String = "") {
        var headers = headers.merging(["Cache-Control": "no-store"]) { own, _ in own }
        headers["Content-Type"] = contentType
        (self.status, self.headers, self.body) = (status, headers, body)
    }

    /// Redirects to the page. With a body, as Android treats answers of four bytes or fewer as broken.
    static func redirect(to page: String) -> PortalAnswer {
        PortalAnswer(
            status: 302, contentType: "text/html; charset=utf-8", headers: ["Location": page],
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
            contentType: "application/captive+json", headers: ["Cache-Control": "private, no-store"], body: body)
    }

    private static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing("\"", with: "&quot;")
    }
}
