import SabirWire

/// Which nodes carry a room, as its list of members shows it: relays are members with that role, and everybody else says
/// behind which of them they sit. Pure.
package struct Topology: Hashable, Sendable {
    package struct Relay: Hashable, Sendable {
        package let name: String
        /// The relay that it follows; nil where it follows the host.
        package let via: String?
        /// Relays between those behind it and the host, itself among them.
        package let hops: Int
        /// Members that sit right behind it; other relays do not count.
        package let members: Int
    }

    /// Members at the host itself.
    package let membersAtHost: Int
    /// Each behind the one that it follows.
    package let relays: [Relay]

    package init(_ members: [MemberInfo]) {
        let people = members.filter { $0.role != .relay }
        let nodes = members.filter { $0.role == .relay }
        membersAtHost = people.count { $0.via == nil }
        relays = Self.behind(nil, hops: 1, nodes) { name in people.count { $0.via == name } }
    }

    /// Bounded in depth, as names might form a ring that no relay does.
    private static func behind(
        _ via: String?, hops: Int, _ nodes: [MemberInfo], _ members: (String) -> Int
    ) -> [Relay] {
        guard hops <= 9 else { return [] }
        return nodes.filter { $0.via == via }.sorted { $0.name < $1.name }.flatMap { node in
            [Relay(name: node.name, via: via, hops: hops, members: members(node.name))]
                + behind(node.name, hops: hops + 1, nodes, members)
        }
    }
}
