import SabirCore

/// Limits how often each address, and each network (`AddressGroup`), may make costly requests.
actor RequestMeter {
    private var rate: TokenBucket.Rate
    private var buckets = AddressBuckets()

    init(_ limit: (perSecond: Int, burst: Int)) {
        rate = Self.rate(limit)
    }

    /// Sets the limit, also for addresses that have made requests already.
    func setLimit(_ limit: (perSecond: Int, burst: Int)) { rate = Self.rate(limit) }

    private static func rate(_ limit: (perSecond: Int, burst: Int)) -> TokenBucket.Rate {
        TokenBucket.Rate(perSecond: Double(limit.perSecond), burst: Double(limit.burst))
    }

    func admitRequest(from address: String) -> Bool {
        buckets.take(for: AddressGroup.groups(of: address), rate, now: ContinuousClock.now)
    }
}
