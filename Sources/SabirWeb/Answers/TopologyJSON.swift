/// A room's nodes, as the staff page draws them. What is not known is `null`.
struct TopologyJSON: Encodable, Sendable {
    struct Node: Encodable, Sendable {
        let id: String
        let kind: String
        @OrNull var name: String?
        @OrNull var parent: String?
        let own: Bool
        let people: Int
        @OrNull var up: Bool?
        @OrNull var since: Int?
        let standby: Bool
        @OrNull var behind: Int?
        @OrNull var held: Int?
    }

    let nodes: [Node]

    init(_ topology: WebTopology) {
        nodes = topology.nodes.map { node in
            Node(
                id: node.id, kind: node.kind.rawValue, name: node.name, parent: node.parent, own: node.isSelf,
                people: node.people, up: node.up, since: node.since, standby: node.standsBy, behind: node.behind,
                held: node.held)
        }
    }
}
