import SabirProtocol
import SabirRoom

/// A room's nodes, as the desk draws them. Unknown values are `null`.
struct TopologyJSON: Encodable, Sendable {
    struct Node: Encodable, Sendable {
        /// An identifier that is unique in this answer and means nothing else.
        let id: String
        /// `host` or `stream` (shared by several nodes) numbers the room's lines; `node` is a node of a stream; `relay`
        /// follows a host.
        let kind: String
        @OrNull var name: String? = nil
        @OrNull var parent: String? = nil
        /// Whether this is the node that serves the page.
        let own: Bool
        /// How many members are connected to this node; at the stream, to other nodes.
        let people: Int
        /// False if the connection to the node above is lost; `since` says since when, in milliseconds since 1970.
        @OrNull var up: Bool? = nil
        @OrNull var since: Int? = nil
        /// Whether the relay is idle, as another relay carries the room on its side.
        let standby: Bool
        /// How many messages the node has not passed on yet.
        @OrNull var behind: Int? = nil
        /// How many messages of the node's members wait for their number.
        @OrNull var held: Int? = nil
    }

    let nodes: [Node]

    /// Lists each node after the one that it follows.
    ///
    /// - Parameter members: Everybody in the room.
    init(_ told: RoomTopology, _ members: [MemberInfo]) {
        let (topology, root) = (Topology(members, told), "root")
        let ids = Dictionary(topology.relays.map { ($0.name, $0.id.rawValue) }) { first, _ in first }
        let host = Node(
            id: root, kind: told.authority == .stream ? "stream" : "host", own: told.authority == .own,
            people: topology.membersAtHost, standby: false)
        // The entry of this node in a cluster.
        let here = Node(
            id: "this", kind: "node", parent: root, own: true, people: told.here, up: told.up, since: told.since,
            standby: false, behind: told.behind, held: told.held)
        nodes =
            [host] + (told.authority == .stream ? [here] : [])
            + topology.relays.map { relay in
                Node(
                    id: relay.id.rawValue, kind: "relay", name: relay.name,
                    parent: relay.via.flatMap { ids[$0] } ?? root, own: relay.isSelf, people: relay.members,
                    up: relay.up, since: relay.since, standby: relay.carries == false, behind: relay.behind,
                    held: relay.held)
            }
    }
}
