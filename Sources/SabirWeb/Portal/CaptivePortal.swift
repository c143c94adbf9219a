/// Answers the questions by which devices find out about a network that leads nowhere but here, where its DNS sends
/// them to this node.
package struct CaptivePortal: Hashable, Sendable {
    package enum Mode: String, CaseIterable, Sendable {
        /// As the internet would: devices take the network for a good one and stay on it.
        case open
        /// As a portal would: devices open the page by themselves; once it was opened, as ``open``.
        case portal
    }

    /// Where the node answers by RFC 8908, for DHCP option 114 and its like (RFC 8910).
    package static let apiPath = "/captive-portal/api"

    package let mode: Mode
    /// The page's whole address, such as `http://192.168.1.5:8275/`.
    package let page: String
    private let pageHost: String

    package init(mode: Mode, page: String) {
        self.mode = mode
        self.page = page
        let afterScheme = page.split(separator: "/", omittingEmptySubsequences: true).dropFirst().first
        pageHost = Self.name(String(afterScheme ?? ""))
    }

    /// The answer to a GET or HEAD; nil where the request is for the page itself or means something else.
    ///
    /// `host` is the header as it came, nil without one. `hasOpenedPage` says whether this device has had the page.
    package func answer(host: String?, path: String, userAgent: String?, hasOpenedPage: Bool) -> PortalAnswer? {
        let path = path.prefix { $0 != "?" }.lowercased()
        let host = Self.name(host ?? "")
        if path == Self.apiPath { return api(hasOpenedPage: hasOpenedPage) }
        guard !isOwn(host) else { return nil }
        // The page that Windows opens when it has found a portal.
        if path == "/redirect", host.hasSuffix("msftconnecttest.com") { return .redirect(to: page) }
        let probe = ConnectivityProbe.find(host: host, path: path, userAgent: (userAgent ?? "").lowercased())
        if mode == .portal, !hasOpenedPage { return .redirect(to: page) }
        return probe.map { PortalAnswer($0) }
    }

    /// Devices ask for it over HTTPS only (RFC 8908, §4), and must be given addresses of HTTPS.
    private func api(hasOpenedPage: Bool) -> PortalAnswer? {
        guard page.hasPrefix("https://") else { return nil }
        return .api(captive: mode == .portal && !hasOpenedPage, page: page)
    }

    private func isOwn(_ host: String) -> Bool {
        host.isEmpty || host == pageHost || host == "localhost" || host.hasSuffix(".local") || host.contains(":")
            || host.allSatisfy { $0.isNumber || $0 == "." }
    }

    /// The host without its port and without the dot that may end it, in lower case. IPv6 keeps its colons.
    private static func name(_ host: String) -> String {
        let host = host.lowercased()
        if host.hasPrefix("[") { return String(host.dropFirst().prefix { $0 != "]" }) }
        let name = host.prefix { $0 != ":" }
        return String(name.hasSuffix(".") ? name.dropLast() : name)
    }
}
