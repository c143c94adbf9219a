/// Holds the changes of one record to one a second, the latest of them winning, so that many joins do not become a
/// stream of multicasts. Pure.
struct UpdatePacer: Sendable {
    typealias Instant = ContinuousClock.Instant

    enum Decision: Equatable {
        case send
        /// Nothing now; ask again at this moment.
        case wait(until: Instant)
        /// A wait is already under way and will take this change along.
        case queued
    }

    static let interval: Duration = .seconds(1)

    private var lastSent: Instant?
    private var isWaiting = false

    /// A change is there to be sent.
    mutating func offer(at now: Instant) -> Decision {
        guard !isWaiting else { return .queued }
        guard let lastSent, lastSent.advanced(by: Self.interval) > now else {
            self.lastSent = now
            return .send
        }
        isWaiting = true
        return .wait(until: lastSent.advanced(by: Self.interval))
    }

    /// The wait is over; the change is offered again after this.
    mutating func waited() {
        isWaiting = false
    }
}
