import SabirCore

/// Spares readers from waiting for an engine that does not answer (M. Nygard, "Release It!", circuit breaker).
///
/// Requests pass only while the breaker is closed. It starts open with a probe due, so that an engine is proved before
/// use. While it is open, only the background probe may ask the engine, once at a time. The caller passes time and
/// chance.
struct CircuitBreaker: Sendable {
    typealias Instant = ContinuousClock.Instant

    struct Policy: Sendable {
        /// Consecutive failures that open the breaker.
        var threshold = 3
        var firstDelay: Duration = .milliseconds(500)
        /// The longest time between probes; a returning engine is noticed within it and the length of a probe.
        var longestDelay: Duration = .seconds(2)
        /// The delays for an engine that answers, but wrongly: there each probe is a translation.
        var firstUnwellDelay: Duration = .milliseconds(500)
        var longestUnwellDelay: Duration = .seconds(2)
        /// The longest rest that an engine may ask for (`Retry-After`).
        var longestRest: Duration = .seconds(60)

        /// The policy for engines whose every translation costs something. Looking for an absent engine costs nothing,
        /// so its return is noticed as soon as any other's.
        static let sparing = Policy(firstUnwellDelay: .seconds(5), longestUnwellDelay: .seconds(300))
    }

    enum Severity: Sendable {
        /// Counts towards the threshold.
        case passing
        /// Opens the breaker at once: a probe failed, or nothing is answered.
        case unwell
        /// Opens the breaker at once: the engine is not running.
        case decisive
        /// Opens the breaker at once, for as long as the engine asked for.
        case rest(Duration)
    }

    enum State: Sendable, Equatable {
        case closed(failures: Int)
        case open(until: Instant)
        case halfOpen
    }

    private(set) var state: State
    private let policy: Policy
    private var probesFailed = 0

    init(_ policy: Policy = Policy(), now: Instant) {
        self.policy = policy
        state = .open(until: now)
    }

    var isClosed: Bool {
        if case .closed = state { true } else { false }
    }

    /// Begins a probe if one is due. No other may begin until this one's outcome is recorded.
    mutating func beginProbe(now: Instant) -> Bool {
        guard case .open(let until) = state, now >= until else { return false }
        state = .halfOpen
        return true
    }

    mutating func close() {
        state = .closed(failures: 0)
        probesFailed = 0
    }

    /// A reader's request succeeded. Does not close a breaker that has opened since the request was sent.
    mutating func recordSuccess() {
        if isClosed { close() }
    }

    /// - Parameter chance: 0 to 1; shortens the delay by up to half, to spread the probes of many nodes.
    mutating func recordFailure(_ severity: Severity, now: Instant, chance: Double) {
        switch (state, severity) {
        case (.open, _): break
        case (.closed(let failures), .passing) where failures + 1 < policy.threshold:
            state = .closed(failures: failures + 1)
        case (.halfOpen, _), (.closed, _):
            state = .open(until: now + delay(severity, chance))
            probesFailed += 1
        }
    }

    /// Makes an open breaker's probe due now, after the engine turned out to answer.
    mutating func expediteProbe(now: Instant) {
        if case .open = state { state = .open(until: now) }
    }

    /// The time until a probe is due; nil while the breaker is closed or a probe runs.
    func probeDelay(now: Instant) -> Duration? {
        guard case .open(let until) = state else { return nil }
        return max(.zero, now.duration(to: until))
    }

    private func delay(_ severity: Severity, _ chance: Double) -> Duration {
        if case .rest(let asked) = severity { return min(max(asked, policy.firstDelay), policy.longestRest) }
        let isAway = if case .decisive = severity { true } else { false }
        let first = isAway ? policy.firstDelay : policy.firstUnwellDelay
        let longest = isAway ? policy.longestDelay : policy.longestUnwellDelay
        return Backoff.pause(after: probesFailed, first: first, longest: longest) * (1 - min(max(chance, 0), 1) / 2)
    }
}
