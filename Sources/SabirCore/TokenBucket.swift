/// A rate limit with a burst. Pure: the caller passes the time, always of the same clock, and the rate, which many
/// buckets share and which may change.
package struct TokenBucket: Sendable {
    /// What a bucket allows.
    package struct Rate: Sendable, Hashable {
        package let perSecond: Double
        /// Tokens in a full bucket.
        package let burst: Double

        package init(perSecond: Double, burst: Double) {
            self.perSecond = perSecond
            self.burst = burst
        }

        /// Allows `count` per minute, all of them at once.
        package init(perMinute count: Int) { self.init(perSecond: Double(count) / 60, burst: Double(count)) }

        /// The rate of `shares` such limits together.
        package func times(_ shares: Double) -> Rate { Rate(perSecond: perSecond * shares, burst: burst * shares) }
    }

    /// More than any burst until tokens are first taken: a new bucket is full at every rate.
    private var tokens = Double.infinity
    private var filledAt: Int64 = 0

    package init() {}

    /// Takes one token; false where none is left.
    package mutating func take(_ rate: Rate, now: some MonotonicTime) -> Bool { take(1, rate, now: now) }

    /// Takes `count` tokens; a negative number gives tokens back. Returns false and takes nothing if fewer are left.
    package mutating func take(_ count: Double, _ rate: Rate, now: some MonotonicTime) -> Bool {
        fill(rate, now)
        guard tokens >= count else { return false }
        tokens -= count
        return true
    }

    /// Takes `count` tokens even if fewer are left: the rest is a debt, which later tokens pay first.
    package mutating func charge(_ count: Double, _ rate: Rate, now: some MonotonicTime) {
        fill(rate, now)
        tokens -= count
    }

    /// The tokens available now; negative for a debt.
    package func level(_ rate: Rate, now: some MonotonicTime) -> Double {
        min(rate.burst, tokens + Double(now.monotonicNanoseconds - filledAt) / 1e9 * rate.perSecond)
    }

    package func holds(_ count: Double, _ rate: Rate, now: some MonotonicTime) -> Bool {
        level(rate, now: now) >= count
    }

    /// Whether the bucket is full. A full bucket need not be kept: a new one is equal.
    package func isFull(_ rate: Rate, now: some MonotonicTime) -> Bool { holds(rate.burst, rate, now: now) }

    private mutating func fill(_ rate: Rate, _ now: some MonotonicTime) {
        tokens = level(rate, now: now)
        filledAt = now.monotonicNanoseconds
    }
}
