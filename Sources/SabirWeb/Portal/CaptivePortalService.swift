import Hummingbird

/// Answers connectivity checks of phones; owns which devices have opened the page, and which were answered.
actor CaptivePortalService {
    private let mode: CaptivePortal.Mode
    private let page: @Sendable () -> String
    /// Devices that have opened the page, which the portal then answers like the internet.
    private var visitors = CaptivePortalService.noDevices
    private var askers = CaptivePortalService.noDevices

    /// The next day a device counts as new. A network of phones has fewer addresses.
    private static let noDevices = RecentKeys<String>(for: .seconds(12 * 3_600), most: 4_096)

    /// - Parameter page: Returns the page's full address; called for each request.
    init(_ mode: CaptivePortal.Mode, page: @escaping @Sendable () -> String) {
        self.mode = mode
        self.page = page
    }

    /// The answer to a request; nil if the request is for the page, or no connectivity check.
    func answer(_ request: Request, from address: String) -> PortalAnswer? {
        guard request.method == .get || request.method == .head else { return nil }
        let answer = CaptivePortal(mode: mode, page: page()).answer(
            host: request.head.authority, path: request.uri.path, userAgent: request.headers[.userAgent],
            hasOpenedPage: visitors.has(address, now: .now))
        if answer != nil { askers.note(address, now: .now) }
        return answer
    }

    /// Whether a connectivity check of the device at this address was answered.
    func hasAsked(_ address: String) -> Bool { askers.has(address, now: .now) }

    /// Notes that the device at this address has opened the page.
    func markOpened(by address: String) { visitors.note(address, now: .now) }
}
