/// So much at once, and so much a second in the long run. Pure: the time is passed in, of one clock for one bucket, and
/// so is the rate, which many buckets share and which may become another.
package struct TokenBucket: Sendable {
    /// What a bucket allows.
    package struct Rate: Sendable, Hashable {
        package let perSecond: Double
        /// What a full bucket holds.
        package let burst: Double

        package init(perSecond: Double, burst: Double) {
            self.perSecond = perSecond
            self.burst = burst
        }

        /// A minute's worth at once.
        package init(perMinute count: Int) { self.init(perSecond: Double(count) / 60, burst: Double(count)) }

        /// That of so many together.
        package func times(_ shares: Double) -> Rate { Rate(perSecond: perSecond * shares, burst: burst * shares) }
    }

    private var tokens: Double
    private var filledAt: Int64

    package init(full rate: Rate, now: some MonotonicTime) {
        tokens = rate.burst
        filledAt = now.monotonicNanoseconds
    }

    /// Takes one token; false where none is left.
    package mutating func take(_ rate: Rate, now: some MonotonicTime) -> Bool { take(1, rate, now: now) }

    /// Takes so many tokens, fewer than none to give them back; false, and none, where fewer are left.
    package mutating func take(_ count: Double, _ rate: Rate, now: some MonotonicTime) -> Bool {
        fill(rate, now)
        guard tokens >= count else { return false }
        tokens -= count
        return true
    }

    /// Takes so many whether they are there or not: what is missing is a debt, which time pays first.
    package mutating func charge(_ count: Double, _ rate: Rate, now: some MonotonicTime) {
        fill(rate, now)
        tokens -= count
    }

    /// Tokens that are there now; below zero for a debt.
    package func level(_ rate: Rate, now: some MonotonicTime) -> Double {
        min(rate.burst, tokens + Double(now.monotonicNanoseconds - filledAt) / 1e9 * rate.perSecond)
    }

    package func holds(_ count: Double, _ rate: Rate, now: some MonotonicTime) -> Bool {
        level(rate, now: now) >= count
    }

    /// One that is full need not be kept: a new one is the same.
    package func isFull(_ rate: Rate, now: some MonotonicTime) -> Bool { holds(rate.burst, rate, now: now) }

    private mutating func fill(_ rate: Rate, _ now: some MonotonicTime) {
        tokens = level(rate, now: now)
        filledAt = now.monotonicNanoseconds
    }
}
