/// How often each address may ask for what is costly: a bucket of tokens each, that fills in time.
///
/// Pure: the time is passed in. Bounded: full buckets are let go of, then all.
struct RequestBuckets: Sendable {
    static let capacity = 10_000

    private struct Bucket {
        var tokens: Double
        var filled: ContinuousClock.Instant
    }

    let perSecond: Double
    let burst: Double
    private var buckets: [String: Bucket] = [:]

    init(perSecond: Int, burst: Int) {
        self.perSecond = Double(perSecond)
        self.burst = Double(burst)
    }

    mutating func take(for address: String, now: ContinuousClock.Instant) -> Bool {
        var bucket = buckets[address] ?? Bucket(tokens: burst, filled: now)
        bucket.tokens = level(bucket, now)
        bucket.filled = now
        let isAllowed = bucket.tokens >= 1
        if isAllowed { bucket.tokens -= 1 }
        if buckets.count >= Self.capacity { makeRoom(now) }
        buckets[address] = bucket
        return isAllowed
    }

    private func level(_ bucket: Bucket, _ now: ContinuousClock.Instant) -> Double {
        min(burst, bucket.tokens + bucket.filled.duration(to: now) / .seconds(1) * perSecond)
    }

    private mutating func makeRoom(_ now: ContinuousClock.Instant) {
        buckets = buckets.filter { level($0.value, now) < burst }
        if buckets.count >= Self.capacity { buckets = [:] }
    }
}

/// The owner of the buckets.
actor RequestMeter {
    private var buckets: RequestBuckets

    init(_ limit: (perSecond: Int, burst: Int)) {
        buckets = RequestBuckets(perSecond: limit.perSecond, burst: limit.burst)
    }

    func take(for address: String) -> Bool { buckets.take(for: address, now: .now) }
}
