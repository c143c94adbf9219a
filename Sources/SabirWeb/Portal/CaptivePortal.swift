/// Answers the connectivity checks of devices on a network whose DNS leads to this node instead of the internet.
package struct CaptivePortal: Hashable, Sendable {
    package enum Mode: String, CaseIterable, Sendable {
        /// Answers like the internet, so that devices stay on the network.
        case open
        /// Answers like a portal, so that devices open the page by themselves; afterwards like ``open``.
        case portal
    }

    /// The path of the RFC 8908 API, for DHCP option 114 and its counterparts (RFC 8910).
    package static let apiPath = "/captive-portal/api"

    package let mode: Mode
    /// The page's full address, such as `http://192.168.1.5:8275/`.
    package let page: String
    private let pageHost: String

    package init(mode: Mode, page: String) {
        self.mode = mode
        self.page = page
        pageHost = KnownHosts.host(of: page)
    }

    /// The answer to a GET or HEAD request; nil if the request is for the page, or no connectivity check.
    ///
    /// - Parameters:
    ///   - host: The header as received; nil without one.
    ///   - hasOpenedPage: Whether this device has opened the page.
    package func answer(host: String?, path: String, userAgent: String?, hasOpenedPage: Bool) -> PortalAnswer? {
        let path = path.prefix { $0 != "?" }.lowercased()
        let host = KnownHosts.host(of: host ?? "")
        if path == Self.apiPath { return api(hasOpenedPage: hasOpenedPage) }
        guard !isOwn(host) else { return nil }
        // Windows opens this page after detecting a portal.
        if path == "/redirect", host.hasSuffix("msftconnecttest.com") { return .redirect(to: page) }
        if mode == .portal, !hasOpenedPage { return .redirect(to: page) }
        return ConnectivityProbe.answer(host: host, path: path, userAgent: (userAgent ?? "").lowercased())
    }

    /// Devices use the API only over HTTPS (RFC 8908, §4), so the addresses in it must be HTTPS.
    private func api(hasOpenedPage: Bool) -> PortalAnswer? {
        guard page.hasPrefix("https://") else { return nil }
        return .api(captive: mode == .portal && !hasOpenedPage, page: page)
    }

    private func isOwn(_ host: String) -> Bool {
        host.isEmpty || host == pageHost || host == "localhost" || host.hasSuffix(".local") || host.contains(":")
            || host.allSatisfy { $0.isNumber || $0 == "." }
    }
}
