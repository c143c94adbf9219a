import SabirCore

/// Keeps readers from waiting on an engine that does not answer (M. Nygard, "Release It!", circuit breaker).
///
/// Traffic passes only while it is closed. It starts open and due, so that an engine is proved before it is used;
/// only the background probe may use an open breaker, one at a time. Time and chance are passed in.
package struct CircuitBreaker: Sendable {
    package typealias Instant = ContinuousClock.Instant

    package struct Policy: Sendable {
        /// Failures in a row that open it.
        package var threshold = 3
        package var firstDelay: Duration = .milliseconds(500)
        /// An engine that is back is noticed within this and the length of a probe.
        package var longestDelay: Duration = .seconds(2)
        /// The same for an engine that answers, but not as it should: there each probe is a translation.
        package var firstUnwellDelay: Duration = .milliseconds(500)
        package var longestUnwellDelay: Duration = .seconds(2)
        /// Longest rest that an engine may ask for (`Retry-After`).
        package var longestRest: Duration = .seconds(60)

        package init() {}

        /// For engines whose every translation costs somebody something. One that is not there at all costs nothing to
        /// look for, and is noticed as soon as any other.
        package static let sparing = {
            var policy = Policy()
            policy.firstUnwellDelay = .seconds(5)
            policy.longestUnwellDelay = .seconds(300)
            return policy
        }()
    }

    package enum Severity: Sendable {
        /// Counts towards the threshold.
        case passing
        /// Opens at once: a probe failed, or nothing at all is answered.
        case unwell
        /// Opens at once: nobody is there.
        case decisive
        /// Opens at once, for as long as the engine asked to be left alone.
        case rest(Duration)
    }

    package enum State: Sendable, Equatable {
        case closed(failures: Int)
        case open(until: Instant)
        case halfOpen
    }

    package private(set) var state: State
    private let policy: Policy
    private var probesFailed = 0

    package init(_ policy: Policy = Policy(), now: Instant) {
        self.policy = policy
        state = .open(until: now)
    }

    package var isClosed: Bool {
        if case .closed = state { true } else { false }
    }

    /// Whether a probe may start now; if so, no other may until its outcome is told.
    package mutating func beginProbe(now: Instant) -> Bool {
        guard case .open(let until) = state, now >= until else { return false }
        state = .halfOpen
        return true
    }

    package mutating func succeeded() {
        state = .closed(failures: 0)
        probesFailed = 0
    }

    /// Real traffic succeeded. Says nothing about a breaker that has opened since it was sent.
    package mutating func trafficSucceeded() {
        if isClosed { succeeded() }
    }

    /// - Parameter chance: 0 to 1, spreads probes of many nodes: a delay is cut by up to half.
    /// - Returns: whether this failure opened it.
    package mutating func failed(_ severity: Severity, now: Instant, chance: Double) -> Bool {
        switch (state, severity) {
        case (.open, _): return false
        case (.closed(let failures), .passing) where failures + 1 < policy.threshold:
            state = .closed(failures: failures + 1)
            return false
        case (.halfOpen, _), (.closed, _):
            let wasClosed = isClosed
            state = .open(until: now + delay(severity, chance))
            probesFailed += 1
            return wasClosed
        }
    }

    /// It was seen to answer after all: an open one need not wait for its next probe.
    package mutating func recall(now: Instant) {
        if case .open = state { state = .open(until: now) }
    }

    /// Time until a probe is due; nil while closed or while one runs.
    package func probeDelay(now: Instant) -> Duration? {
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
