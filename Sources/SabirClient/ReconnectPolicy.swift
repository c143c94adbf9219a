import NIOCore
import SabirCore

/// When to try again: at once with a little jitter, then at growing intervals of at most 5 seconds.
struct ReconnectPolicy: Sendable {
    static let first = TimeAmount.milliseconds(100)

    private var pauses = Backoff(first: .nanoseconds(first.nanoseconds), longest: .seconds(5))

    mutating func next(_ random: inout SplitMix64) -> TimeAmount { TimeAmount(pauses.next(using: &random)) }

    mutating func reset() { pauses.reset() }
}

/// A sender's own limit, which keeps it below its host's flood limit.
struct Pace: Sendable {
    let rate: TokenBucket.Rate
    var bucket: TokenBucket

    mutating func take(now: NIODeadline) -> Bool { bucket.take(rate, now: now) }
}
