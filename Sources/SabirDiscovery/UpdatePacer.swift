/// Limits the changes of one record to one a second, the latest winning, so that many joins do not become a stream of
/// multicasts. Pure.
struct UpdatePacer: Sendable {
    typealias Instant = ContinuousClock.Instant

    enum Decision: Equatable {
        case send
        /// Send nothing now; offer again at this moment.
        case wait(until: Instant)
        /// A wait is already under way, and its end will send this change too.
        case queued
    }

    static let interval: Duration = .seconds(1)

    private var lastSent: Instant?
    private var isWaiting = false

    /// Decides whether a change is sent now or later.
    mutating func offer(at now: Instant) -> Decision {
        guard !isWaiting else { return .queued }
        guard let lastSent, lastSent.advanced(by: Self.interval) > now else {
            self.lastSent = now
            return .send
        }
        isWaiting = true
        return .wait(until: lastSent.advanced(by: Self.interval))
    }

    /// Ends the wait; the change is offered again after this.
    mutating func endWait() {
        isWaiting = false
    }
}
