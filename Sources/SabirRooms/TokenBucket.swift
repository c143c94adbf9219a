import NIOCore
import SabirWire

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

/// A member's flood limit on the host's side.
struct FloodGuard: Sendable {
    /// After a refusal all else is refused until the refused message comes again, at most so long. Otherwise a later one
    /// of a burst would pass where an earlier one did not, and a sender's own messages would change places.
    static let patience = TimeAmount.seconds(1)

    private var bucket: TokenBucket
    private var owed: (id: MessageID.Value, until: NIODeadline)?

    init(_ rate: TokenBucket.Rate, now: NIODeadline) { bucket = TokenBucket(full: rate, now: now) }

    /// `id` is nil for a message that its sender cannot say again.
    mutating func allows(_ id: MessageID?, _ rate: TokenBucket.Rate, now: NIODeadline) -> Bool {
        if let owed, now < owed.until, owed.id != id?.value { return false }
        guard bucket.take(rate, now: now) else {
            owed = id.map { ($0.value, now + Self.patience) }
            return false
        }
        owed = nil
        return true
    }
}

/// A sender's own measure, by which it keeps below its host's flood limit.
struct Pace: Sendable {
    let rate: TokenBucket.Rate
    var bucket: TokenBucket

    mutating func take(now: NIODeadline) -> Bool { bucket.take(rate, now: now) }
}
