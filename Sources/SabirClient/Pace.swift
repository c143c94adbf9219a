import NIOCore
import SabirCore

/// A sender's own limit, which keeps it below its host's flood limit.
struct Pace: Sendable {
    let rate: TokenBucket.Rate
    var bucket = TokenBucket()

    mutating func take(now: NIODeadline) -> Bool { bucket.take(rate, now: now) }
}
