import SabirProtocol

/// Which nodes carry a room, and how far each is: made from the room's list of members and what one node reports
/// (`RoomTopology`). Relays are members with that role, and every other member says which relay it is behind. Pure. Nil
/// means unknown.
package struct Topology: Hashable, Sendable {
    package struct Relay: Hashable, Sendable {
        package let id: MemberID
        package let name: String
        /// The relay that this one follows; nil where it follows the host.
        package let via: String?
        /// Members directly behind this relay, without other relays.
        package let members: Int
        /// Whether this is the node that reports the topology.
        package let isSelf: Bool
        /// False where the relay's connection is lost; for the reporting node, its connection to its host.
        package let up: Bool?
        /// Since when `up` holds, in milliseconds since 1970.
        package let since: Int?
        /// False where the relay stands by.
        package let carries: Bool?
        /// Messages that the relay has not passed on yet.
        package let behind: Int?
        /// Messages of the relay's side that wait for a number.
        package let held: Int?
    }

    /// Most nodes in a chain below the host. Bounded, as names might form a ring.
    private static let deepest = 9

    /// Members at the host itself; in a cluster, members at nodes other than the reporting one.
    package let membersAtHost: Int
    /// Each relay comes after the one that it follows.
    package let relays: [Relay]

    /// - Parameter members: everybody in the room.
    package init(_ members: [MemberInfo], _ told: RoomTopology) {
        let behind = Dictionary(members.filter { $0.role != .relay }.compactMap { $0.via.map { ($0, 1) } }) { $0 + $1 }
        let people = members.count { $0.role != .relay && $0.via == nil }
        membersAtHost = told.authority == .own ? people : max(0, people - told.here)
        relays = Chart(members.filter { $0.role == .relay }, behind, told).relays(behind: nil, hops: 1)
    }

    /// The nodes by id and name, while the tree is built.
    private struct Chart {
        private let names: [MemberID: String]
        private let parents: [MemberID: String?]
        private let people: [String: Int]
        private let statuses: [MemberID: RelayStatus]
        private let told: RoomTopology

        init(_ nodes: [MemberInfo], _ behind: [String: Int], _ told: RoomTopology) {
            self.told = told
            people = behind
            statuses = Dictionary(told.relays.map { ($0.member, $0) }) { first, _ in first }
            var names = Dictionary(nodes.map { ($0.id, $0.name) }) { first, _ in first }
            for relay in told.relays where names[relay.member] == nil { names[relay.member] = relay.name }
            self.names = names
            // What the reporting node says counts; for it, relays that follow it directly have no parent.
            var parents: [MemberID: String?] = Dictionary(nodes.map { ($0.id, $0.via) }) { first, _ in first }
            for relay in told.relays { parents[relay.member] = (relay.via ?? told.member).flatMap { names[$0] } }
            self.parents = parents
        }

        func relays(behind via: String?, hops: Int) -> [Relay] {
            guard hops <= Topology.deepest else { return [] }
            let here = names.filter { parents[$0.key, default: nil] == via && $0.value != via }
            return here.sorted { ($0.value, $0.key) < ($1.value, $1.key) }.flatMap { id, name in
                [relay(id, name, via)] + relays(behind: name, hops: hops + 1)
            }
        }

        private func relay(_ id: MemberID, _ name: String, _ via: String?) -> Relay {
            if told.member == id {
                return Relay(
                    id: id, name: name, via: via, members: told.here, isSelf: true, up: told.up, since: told.since,
                    carries: true, behind: told.behind, held: told.held)
            }
            let status = statuses[id]
            return Relay(
                id: id, name: name, via: via, members: people[name] ?? 0, isSelf: false, up: status?.up,
                since: status?.since, carries: status?.carries, behind: status?.behind, held: status?.held)
        }
    }
}
