import SabirProtocol
import SabirRoom

/// A room's nodes, as the staff page draws them. What is not known is `null`.
struct TopologyJSON: Encodable, Sendable {
    struct Node: Encodable, Sendable {
        /// Of no meaning; unlike those of the others.
        let id: String
        /// `host`, or `stream` that several nodes share, which number the room's lines; `node`, one of those; or `relay`.
        let kind: String
        @OrNull var name: String? = nil
        @OrNull var parent: String? = nil
        /// The node whose page this is.
        let own: Bool
        /// Who sits at this very node; at the stream those at other nodes.
        let people: Int
        /// False: the way to what it follows is lost, since then in milliseconds since 1970.
        @OrNull var up: Bool? = nil
        @OrNull var since: Int? = nil
        /// It is there, and carries nothing: another carries the room to its side.
        let standby: Bool
        /// Messages that it has not passed on yet.
        @OrNull var behind: Int? = nil
        /// Messages of its side that wait for their number.
        @OrNull var held: Int? = nil
    }

    let nodes: [Node]

    /// Each node behind the one that it follows. `members`: everybody in the room.
    init(_ told: RoomTopology, _ members: [MemberInfo]) {
        let (topology, root) = (Topology(members, told), "root")
        let ids = Dictionary(topology.relays.map { ($0.name, $0.id.rawValue) }) { first, _ in first }
        let host = Node(
            id: root, kind: told.authority == .stream ? "stream" : "host", own: told.authority == .own,
            people: topology.membersAtHost, standby: false)
        // This node of a cluster.
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
