import SabirProtocol

/// How a room is carried, as one of its nodes knows it.
package struct RoomTopology: Hashable, Sendable {
    /// Who numbers the room's lines.
    package enum Authority: Hashable, Sendable {
        /// This node.
        case own
        /// A host that it follows as a relay.
        case host
        /// A stream that several nodes share.
        case stream
    }

    package var authority: Authority
    /// People at this very node.
    package var here: Int
    /// What this node is in the room, where it is a relay and knows.
    package var member: MemberID?
    /// Whether the way to the authority is there; nil where that is this node.
    package var up: Bool?
    /// Since when it is not, in milliseconds since 1970 by this node's clock.
    package var since: Int?
    /// Messages of this side that wait for their number; nil where this node numbers them.
    package var held: Int?
    /// Messages that the authority has and this node has not; nil where it cannot know.
    package var behind: Int?
    /// At most 100.
    package var relays: [RelayStatus] = []
}
