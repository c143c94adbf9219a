import SabirCore

/// Limits of a room as a whole, and of the engines that it shares; nil where there is none.
package struct RoomCeilings: Sendable, Hashable {
    /// Messages of all members together.
    var messages: TokenBucket.Rate?
    /// Joins from other machines.
    var joins: TokenBucket.Rate?
    /// Unicode scalars that one member has translated by the host's engine.
    var translation: TokenBucket.Rate?

    /// Unicode scalars of what one member says that are translated for others.
    var lines: TokenBucket.Rate?

    package init(
        messages: (perSecond: Int, burst: Int)? = nil, joinsPerMinute: Int? = nil, charactersPerMinute: Int? = nil,
        saidPerMinute: Int? = nil
    ) {
        self.messages = messages.map { TokenBucket.Rate(perSecond: Double($0.perSecond), burst: Double($0.burst)) }
        joins = joinsPerMinute.map(TokenBucket.Rate.init(perMinute:))
        translation = charactersPerMinute.map(TokenBucket.Rate.init(perMinute:))
        lines = saidPerMinute.map(TokenBucket.Rate.init(perMinute:))
    }
}
