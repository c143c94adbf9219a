import SabirProtocol
import SabirRoom

/// What a feed tells its `Follower`, as values.
package enum FeedNews: Sendable, Hashable {
    case told(FeedEvent, Audience)
    /// A fact of the room changed, such as its topic, its lock or the link to its host: read all facts again.
    case factsChanged
    /// These lines were erased or expired: a returning reader does not get them. What is on a screen stays there.
    case forgotten([Int])
    /// The room removed the member on this seat.
    case removed(HostedRoom.Seat, WireFault)
    /// For this member alone: the room's host refused a line that the node had held for it. Sending the line again
    /// under the same id gets the same answer.
    case heldLineRefused(MessageID, WireFault, to: MemberID)
}
