import NIOCore

/// A flood limit: so many at once, and so many a second in the long run. The clock is passed in.
struct TokenBucket: Sendable {
    /// What a bucket allows; shared by all members of a room.
    struct Rate: Sendable, Hashable {
        let perSecond: Double
        let burst: Double
    }

    private var tokens: Double
    private var filledAt: NIODeadline

    init(full rate: Rate, now: NIODeadline) {
        tokens = rate.burst
        filledAt = now
    }

    /// Takes one token; false where none is left.
    mutating func take(_ rate: Rate, now: NIODeadline) -> Bool {
        let elapsed = Double((now - filledAt).nanoseconds) / 1e9
        tokens = min(rate.burst, tokens + elapsed * rate.perSecond)
        filledAt = now
        guard tokens >= 1 else { return false }
        tokens -= 1
        return true
    }
}
