import NIOCore

/// When to try again: at once with a little jitter, then ever later, at most every 5 seconds.
///
/// "Full jitter" over an exponential bound (Brooker, "Exponential Backoff And Jitter", 2015), so that a room's members
/// do not all come back at the same instant.
struct ReconnectPolicy: Sendable {
    static let first = TimeAmount.milliseconds(100)
    static let longest = TimeAmount.seconds(5)

    private(set) var attempt = 0

    mutating func next(_ random: inout SplitMix64) -> TimeAmount {
        let doublings = min(attempt, 6)
        attempt += 1
        let bound = min(Self.longest.nanoseconds, Self.first.nanoseconds << Int64(doublings))
        return .nanoseconds(Int64.random(in: bound / 4...bound, using: &random))
    }

    mutating func reset() { attempt = 0 }
}
