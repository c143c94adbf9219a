import SabirCore

/// How long to wait before asking a peer again: constant while it answers, growing while it does not. Pure: the caller
/// passes the random number.
struct PeerPace: Sendable, Hashable {
    static let usual = Duration.seconds(10)
    static let longest = Duration.seconds(120)

    private var pauses = Backoff(first: usual, longest: longest)

    /// - Parameter chance: 0 to 1; spreads the questions over a quarter of the time, so that nodes started together do
    ///   not ask together.
    mutating func next(answered: Bool, chance: Double) -> Duration {
        if answered { pauses.reset() }
        let pause = answered ? Self.usual : pauses.next()
        return pause * (1 + 0.25 * (chance - 0.5))
    }
}
