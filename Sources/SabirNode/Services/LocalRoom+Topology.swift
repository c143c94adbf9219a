import SabirWeb
import SabirRoom

/// How the room is carried, for staff.
extension LocalRoom {
    func topology() async -> WebTopology {
        let told = await hosted.topology
        return WebTopology(Topology(await hosted.everybody, told), told)
    }
}

extension WebTopology {
    private static let root = "root"

    init(_ topology: Topology, _ told: RoomTopology) {
        let kind: WebTopology.Node.Kind = told.authority == .stream ? .stream : .host
        var root = WebTopology.Node(id: Self.root, kind: kind, name: nil, isSelf: told.authority == .own)
        root.people = topology.membersAtHost
        let ids = Dictionary(topology.relays.map { ($0.name, $0.id.rawValue) }) { first, _ in first }
        let relays = topology.relays.map { WebTopology.Node($0, parent: $0.via.flatMap { ids[$0] } ?? Self.root) }
        let here = told.authority == .stream ? [WebTopology.Node(told, parent: Self.root)] : []
        self.init(nodes: [root] + here + relays)
    }
}

extension WebTopology.Node {
    fileprivate init(_ relay: Topology.Relay, parent: String) {
        self.init(
            id: relay.id.rawValue, kind: .relay, name: relay.name, parent: parent, isSelf: relay.isSelf,
            people: relay.members)
        (up, since, behind, held) = (relay.up, relay.since, relay.behind, relay.held)
        standsBy = relay.carries == false
    }

    /// This node of a cluster.
    fileprivate init(_ told: RoomTopology, parent: String) {
        self.init(id: "this", kind: .node, name: nil, parent: parent, isSelf: true, people: told.here)
        (up, since, behind, held) = (told.up, told.since, told.behind, told.held)
    }
}
