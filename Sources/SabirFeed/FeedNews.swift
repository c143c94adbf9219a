import SabirProtocol
import SabirRoom

/// What a feed tells those who take its events as values.
package enum FeedNews: Sendable, Hashable {
    case told(FeedEvent, Audience)
    /// A fact of the room changed, such as its topic, its lock or the link to its host: read all of them again.
    case factsChanged
    /// These lines were erased or have had their time: who comes back does not get them. Screens keep what they show.
    case forgotten([Int])
    /// The room put out whoever sat on this seat.
    case removed(HostedRoom.Seat, WireFault)
    /// For this member alone: a line of its own that the node held for the room's host has not been taken there. Whoever
    /// asks again by its id is answered the same.
    case heldLineRefused(MessageID, WireFault, to: MemberID)
}
