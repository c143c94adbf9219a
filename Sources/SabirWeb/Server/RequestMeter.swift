import SabirCore

/// How often each address may ask for what is costly.
actor RequestMeter {
    private let rate: TokenBucket.Rate
    private var buckets = BucketTable<String>()

    init(_ limit: (perSecond: Int, burst: Int)) {
        rate = TokenBucket.Rate(perSecond: Double(limit.perSecond), burst: Double(limit.burst))
    }

    func take(for address: String) -> Bool { buckets.take(for: address, rate, now: ContinuousClock.now) }
}
