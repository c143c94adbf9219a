/// Which devices have had the page, by address, so that a portal lets them be. The clock is passed in.
package struct PortalVisitors: Sendable {
    /// A device that comes the next day is shown the page again.
    static let memory = Duration.seconds(12 * 3_600)
    /// Beyond that those who came first are forgotten; a network of phones has fewer addresses.
    static let maximum = 4_096

    private var seen: [String: ContinuousClock.Instant] = [:]

    package init() {}

    package mutating func opened(_ address: String, now: ContinuousClock.Instant) {
        seen[address] = now
        guard seen.count > Self.maximum else { return }
        seen = seen.filter { now - $0.value < Self.memory }
        if seen.count > Self.maximum, let first = seen.min(by: { $0.value < $1.value }) { seen[first.key] = nil }
    }

    package func hasOpened(_ address: String, now: ContinuousClock.Instant) -> Bool {
        seen[address].map { now - $0 < Self.memory } ?? false
    }
}
