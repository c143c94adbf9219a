import NIOCore

/// A flood limit: so many at once, and so many a second in the long run. The clock is passed in.
struct TokenBucket: Sendable {
    /// What a bucket allows; shared by all members of a room.
    struct Rate: Sendable, Hashable {
        let perSecond: Double
        let burst: Double
    }

    /// After a refusal everything is refused for a moment. Otherwise the next of a burst would pass where the one before
    /// it did not, and a sender's own messages would change places.
    static let pause = TimeAmount.milliseconds(500)

    private var tokens: Double
    private var filledAt: NIODeadline
    private var pausedUntil: NIODeadline

    init(full rate: Rate, now: NIODeadline) {
        tokens = rate.burst
        filledAt = now
        pausedUntil = now
    }

    /// Takes one token; false where none is left.
    mutating func take(_ rate: Rate, now: NIODeadline) -> Bool {
        let elapsed = Double((now - filledAt).nanoseconds) / 1e9
        tokens = min(rate.burst, tokens + elapsed * rate.perSecond)
        filledAt = now
        guard now >= pausedUntil else { return false }
        guard tokens >= 1 else {
            pausedUntil = now + Self.pause
            return false
        }
        tokens -= 1
        return true
    }
}
