/// The pauses between attempts: a first pause, then each twice as long as the last, up to a longest. Pure.
package struct Backoff: Sendable, Hashable {
    private let first, longest: Duration
    /// Pauses taken since the last success.
    package private(set) var attempt = 0

    package init(first: Duration, longest: Duration) {
        self.first = first
        self.longest = longest
    }

    /// The next pause, without random variation.
    package mutating func next() -> Duration {
        defer { attempt += 1 }
        return Self.pause(after: attempt, first: first, longest: longest)
    }

    /// The next pause, drawn at random between a quarter of its length and all of it: "jitter" (Brooker, "Exponential
    /// Backoff And Jitter", 2015) keeps clients that were cut off together from returning at the same instant. Draws
    /// exactly one number of whole nanoseconds, because repeatable tests count the draws.
    package mutating func next(using generator: inout some RandomNumberGenerator) -> Duration {
        let (seconds, attoseconds) = next().components
        let bound = seconds * 1_000_000_000 + attoseconds / 1_000_000_000
        return .nanoseconds(Int64.random(in: bound / 4...bound, using: &generator))
    }

    /// Starts again from the first pause, after a success.
    package mutating func reset() { attempt = 0 }

    /// The pause after `attempts` failures, for callers that count the failures themselves.
    package static func pause(after attempts: Int, first: Duration, longest: Duration) -> Duration {
        min(first * (1 << min(attempts, 16)), longest)
    }
}
