/// A bucket for each of many: addresses, members. Bounded: full buckets are let go of, then the fuller half, so that
/// nobody empties the table to have a full one. Pure, as `TokenBucket`.
package struct BucketTable<Key: Hashable & Sendable>: Sendable {
    /// Keys that are kept at most.
    package static var capacity: Int { 10_000 }

    private var buckets: [Key: TokenBucket] = [:]

    package init() {}

    /// Takes so many tokens of `key`'s; false, and none, where it has fewer.
    package mutating func take(
        _ tokens: Double = 1, for key: Key, _ rate: TokenBucket.Rate, now: some MonotonicTime
    ) -> Bool {
        makeRoom(for: key, rate, now)
        return buckets[key, default: TokenBucket(full: rate, now: now)].take(tokens, rate, now: now)
    }

    /// Takes so many of `key`'s whether they are there or not: what is missing is a debt.
    package mutating func charge(_ tokens: Double, for key: Key, _ rate: TokenBucket.Rate, now: some MonotonicTime) {
        makeRoom(for: key, rate, now)
        buckets[key, default: TokenBucket(full: rate, now: now)].charge(tokens, rate, now: now)
    }

    /// Whether `key` has as many; one that is not known has all.
    package func holds(_ tokens: Double, for key: Key, _ rate: TokenBucket.Rate, now: some MonotonicTime) -> Bool {
        buckets[key]?.holds(tokens, rate, now: now) ?? (rate.burst >= tokens)
    }

    /// Leaves a tenth of the places free at least: looking at all buckets costs little for each that comes.
    private mutating func makeRoom(for key: Key, _ rate: TokenBucket.Rate, _ now: some MonotonicTime) {
        guard buckets.count >= Self.capacity, buckets[key] == nil else { return }
        buckets = buckets.filter { !$0.value.isFull(rate, now: now) }
        guard buckets.count > Self.capacity * 9 / 10 else { return }
        let emptiestFirst = buckets.sorted { $0.value.level(rate, now: now) < $1.value.level(rate, now: now) }
        buckets = Dictionary(uniqueKeysWithValues: emptiestFirst.prefix(Self.capacity / 2).map { ($0.key, $0.value) })
    }
}
