/// A token bucket for each key, such as an address or a member. Bounded: a full table drops full buckets first, then
/// the fuller half, so that nobody can empty the table to get a fresh bucket. Pure, as `TokenBucket`.
package struct BucketTable<Key: Hashable & Sendable>: Sendable {
    /// The most keys kept.
    package static var capacity: Int { 10_000 }

    private var buckets: [Key: TokenBucket] = [:]

    package init() {}

    /// Takes `tokens` from the key's bucket. Returns false and takes nothing if the bucket has fewer.
    package mutating func take(
        _ tokens: Double = 1, for key: Key, _ rate: TokenBucket.Rate, now: some MonotonicTime
    ) -> Bool {
        makeRoom(for: key, rate, now)
        return buckets[key, default: TokenBucket()].take(tokens, rate, now: now)
    }

    /// Takes `tokens` from the key's bucket even if it has fewer: the rest is a debt.
    package mutating func charge(_ tokens: Double, for key: Key, _ rate: TokenBucket.Rate, now: some MonotonicTime) {
        makeRoom(for: key, rate, now)
        buckets[key, default: TokenBucket()].charge(tokens, rate, now: now)
    }

    /// The key's bucket; a full one for an unknown key.
    package subscript(key: Key) -> TokenBucket { buckets[key, default: TokenBucket()] }

    /// Frees at least a tenth of the places, so that the scan of all buckets costs each new key little.
    private mutating func makeRoom(for key: Key, _ rate: TokenBucket.Rate, _ now: some MonotonicTime) {
        guard buckets.count >= Self.capacity, buckets[key] == nil else { return }
        buckets = buckets.filter { !$0.value.isFull(rate, now: now) }
        guard buckets.count > Self.capacity * 9 / 10 else { return }
        let emptiestFirst = buckets.sorted { $0.value.level(rate, now: now) < $1.value.level(rate, now: now) }
        buckets = Dictionary(uniqueKeysWithValues: emptiestFirst.prefix(Self.capacity / 2).map { ($0.key, $0.value) })
    }
}
