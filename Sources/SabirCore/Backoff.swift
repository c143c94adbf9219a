/// How long is waited before something is tried again: a first pause, then each twice as long as the one before, up to
/// a longest. Pure.
package struct Backoff: Sendable, Hashable {
    private let first, longest: Duration
    /// How often it was waited since it last went well.
    package private(set) var attempt = 0

    package init(first: Duration, longest: Duration) {
        self.first = first
        self.longest = longest
    }

    /// The next pause, without chance.
    package mutating func next() -> Duration {
        defer { attempt += 1 }
        return Self.pause(after: attempt, first: first, longest: longest)
    }

    /// The next pause, by chance from a quarter of it to the whole: "jitter" (Brooker, "Exponential Backoff And Jitter",
    /// 2015), so that those who were cut off together do not all come back at the same instant. Draws one number of whole
    /// nanoseconds: repeatable tests count the draws.
    package mutating func next(using generator: inout some RandomNumberGenerator) -> Duration {
        let (seconds, attoseconds) = next().components
        let bound = seconds * 1_000_000_000 + attoseconds / 1_000_000_000
        return .nanoseconds(Int64.random(in: bound / 4...bound, using: &generator))
    }

    /// It went well: the next pause is the first again.
    package mutating func reset() { attempt = 0 }

    /// The pause after so many that were waited in vain, for whoever counts them itself.
    package static func pause(after attempts: Int, first: Duration, longest: Duration) -> Duration {
        min(first * (1 << min(attempts, 16)), longest)
    }
}
