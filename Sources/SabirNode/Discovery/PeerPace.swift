/// How long a peer is left alone before it is asked again: steady while it answers, longer and longer while it does
/// not. Pure: chance is passed in.
struct PeerPace: Sendable, Hashable {
    static let usual = Duration.seconds(10)
    static let longest = Duration.seconds(120)

    private var upcoming = usual

    /// - Parameter chance: 0 to 1; spreads the questions over a quarter of the time, so that nodes that were started
    ///   together do not ask together.
    mutating func next(answered: Bool, chance: Double) -> Duration {
        if answered { upcoming = Self.usual }
        defer { if !answered { upcoming = min(upcoming * 2, Self.longest) } }
        return upcoming * (1 + 0.25 * (chance - 0.5))
    }
}
