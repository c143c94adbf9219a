/// A bucket for each of many: addresses, members. Bounded: full buckets are let go of, then all. Pure, as `TokenBucket`.
package struct BucketTable<Key: Hashable & Sendable>: Sendable {
    /// Keys that are kept at most.
    package static var capacity: Int { 10_000 }

    private var buckets: [Key: TokenBucket] = [:]

    package init() {}

    /// Takes so many tokens of `key`'s; false, and none, where it has fewer.
    package mutating func take(
        _ tokens: Double = 1, for key: Key, _ rate: TokenBucket.Rate, now: some MonotonicTime
    ) -> Bool {
        if buckets[key] == nil, buckets.count >= Self.capacity { makeRoom(rate, now) }
        return buckets[key, default: TokenBucket(full: rate, now: now)].take(tokens, rate, now: now)
    }

    /// Whether `key` has as many; one that is not known has all.
    package func holds(_ tokens: Double, for key: Key, _ rate: TokenBucket.Rate, now: some MonotonicTime) -> Bool {
        buckets[key]?.holds(tokens, rate, now: now) ?? (rate.burst >= tokens)
    }

    private mutating func makeRoom(_ rate: TokenBucket.Rate, _ now: some MonotonicTime) {
        buckets = buckets.filter { !$0.value.isFull(rate, now: now) }
        if buckets.count >= Self.capacity { buckets = [:] }
    }
}
