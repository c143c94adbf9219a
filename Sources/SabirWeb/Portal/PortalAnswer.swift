/// What the node answers in the internet's place.
package struct PortalAnswer: Hashable, Sendable {
    package let status: Int
    /// With `Content-Type` where there is a body. `Cache-Control` says that no device shall keep the answer.
    package let headers: [String: String]
    package let body: String

    private init(status: Int, headers: [String: String], body: String) {
        self.status = status
        self.headers = headers.merging(["Cache-Control": "no-store"]) { own, _ in own }
        self.body = body
    }

    init(_ probe: ConnectivityProbe) {
        var headers = probe.headers
        headers["Content-Type"] = probe.contentType
        self.init(status: probe.status, headers: headers, body: probe.body)
    }

    /// Sends a browser to the page. Android takes an answer with a body of four bytes or fewer for a broken one.
    static func redirect(to page: String) -> PortalAnswer {
        PortalAnswer(
            status: 302, headers: ["Location": page, "Content-Type": "text/html; charset=utf-8"],
            body: "<!DOCTYPE html><title>\(escaped(page))</title><a href=\"\(escaped(page))\">\(escaped(page))</a>\n")
    }

    /// RFC 8908, §5. The strings are addresses of ours and need no escape but JSON's own.
    static func api(captive: Bool, page: String) -> PortalAnswer {
        let address = "\"\(page.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
        let body =
            captive
            ? "{\"captive\":true,\"user-portal-url\":\(address),\"venue-info-url\":\(address)}"
            : "{\"captive\":false,\"venue-info-url\":\(address)}"
        return PortalAnswer(
            status: 200, headers: ["Content-Type": "application/captive+json", "Cache-Control": "private, no-store"],
            body: body)
    }

    private static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing("\"", with: "&quot;")
    }
}
