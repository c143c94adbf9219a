import Hummingbird

/// Answers phones that look for a captive portal. Owns which of them have had the page, and which have asked.
actor CaptivePortalService {
    private let mode: CaptivePortal.Mode
    private let page: @Sendable () -> String
    /// Those that had the page: a portal lets them be.
    private var visitors = PortalDevices()
    private var askers = PortalDevices()

    /// - Parameter page: the page's whole address, asked for each time.
    init(_ mode: CaptivePortal.Mode, page: @escaping @Sendable () -> String) {
        self.mode = mode
        self.page = page
    }

    /// Nil where the request is for the page itself, or means something else.
    func answer(_ request: Request, from address: String) -> PortalAnswer? {
        guard request.method == .get || request.method == .head else { return nil }
        let answer = CaptivePortal(mode: mode, page: page()).answer(
            host: request.head.authority, path: request.uri.path, userAgent: request.headers[.userAgent],
            hasOpenedPage: visitors.has(address, now: .now))
        if answer != nil { askers.note(address, now: .now) }
        return answer
    }

    /// Whether the device at this address was answered.
    func hasAsked(_ address: String) -> Bool { askers.has(address, now: .now) }

    /// The device at this address has had the page.
    func markOpened(by address: String) { visitors.note(address, now: .now) }
}
