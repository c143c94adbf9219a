/// So much a minute in the long run and a minute's worth at once. The clock is passed in.
struct AllowanceBucket: Sendable {
    private let perMinute: Double
    private var left: Double
    private var filledAt: ContinuousClock.Instant

    init(perMinute: Int, now: ContinuousClock.Instant) {
        self.perMinute = Double(perMinute)
        left = self.perMinute
        filledAt = now
    }

    /// Whether nothing of it is used up.
    func isFull(now: ContinuousClock.Instant) -> Bool { filled(now: now) >= perMinute }

    /// Seconds until so much is there; 0 where it is. A wish for more than a minute's worth is met when the bucket is
    /// full.
    func wait(for amount: Int, now: ContinuousClock.Instant) -> Int {
        let missing = min(Double(amount), perMinute) - filled(now: now)
        return missing > 0 ? Int((missing / perMinute * 60).rounded(.up)) : 0
    }

    /// May leave a debt where the wish is larger than a minute's worth.
    mutating func take(_ amount: Int, now: ContinuousClock.Instant) {
        left = filled(now: now) - Double(amount)
        filledAt = now
    }

    private func filled(now: ContinuousClock.Instant) -> Double {
        let elapsed = max(.zero, now - filledAt) / .seconds(60)
        return min(perMinute, left + elapsed * perMinute)
    }
}
