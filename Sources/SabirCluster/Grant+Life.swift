import SabirProtocol

/// How long the grant of a clustered room's first host is valid. Times are milliseconds since 1970.
extension Grant {
    package static let life = 90 * 86_400_000

    /// Whether a new grant is due: at half its life, which leaves weeks for a first host that is away.
    package func isDue(now: Int) -> Bool { expires - now <= Self.life / 2 }

    /// Whether guests no longer accept it.
    package func hasEnded(now: Int) -> Bool { expires <= now }
}
