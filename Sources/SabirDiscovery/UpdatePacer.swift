/// Limits the changes of one record to one a second, the latest winning, so that many joins do not become a stream of
/// multicasts. Pure.
struct UpdatePacer: Sendable {
    typealias Instant = ContinuousClock.Instant

    static let interval: Duration = .seconds(1)

    private var lastSent: Instant?
    private var isWaiting = false

    /// The moment at which a change is sent, or, if it is still to come, offered again. Nil while a wait is under way:
    /// its end will send this change too.
    mutating func offer(at now: Instant) -> Instant? {
        guard !isWaiting else { return nil }
        let due = max(now, lastSent?.advanced(by: Self.interval) ?? now)
        if due > now { isWaiting = true } else { lastSent = now }
        return due
    }

    /// Ends the wait; the change is offered again after this.
    mutating func endWait() {
        isWaiting = false
    }
}
