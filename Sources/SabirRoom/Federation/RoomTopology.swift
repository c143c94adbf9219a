import SabirProtocol

/// How a room is carried, as one of its nodes knows it.
package struct RoomTopology: Hashable, Sendable {
    /// Who numbers the room's lines.
    package enum Authority: Hashable, Sendable {
        /// This node.
        case own
        /// A host, which this node follows as a relay.
        case host
        /// A stream that several nodes share.
        case stream
    }

    package var authority: Authority
    /// People at this node.
    package var here: Int
    /// This node's own member id, where it is a relay and knows the id.
    package var member: MemberID?
    /// Whether the link to the authority is up; nil where this node is the authority.
    package var up: Bool?
    /// Since when the link is down, in milliseconds since 1970 by this node's clock.
    package var since: Int?
    /// Messages of this side that wait for a number; nil where this node numbers them.
    package var held: Int?
    /// Messages that the authority has and this node lacks; nil where that cannot be known.
    package var behind: Int?
    /// At most 100.
    package var relays: [RelayStatus] = []
}
