import SabirProtocol

/// Which nodes carry a room, and how far each is with it: made of the room's list of members and of what one of its
/// nodes tells (`RoomTopology`). Relays are members with that role, and everybody else says behind which of them they
/// sit. Pure. What is nil is not known.
package struct Topology: Hashable, Sendable {
    package struct Relay: Hashable, Sendable {
        package let id: MemberID
        package let name: String
        /// The relay that it follows; nil where it follows the host.
        package let via: String?
        /// Members that sit right behind it; other relays do not count.
        package let members: Int
        /// Whether it is the node whose topology this is.
        package let isSelf: Bool
        /// False: its connection is lost; of the node that tells, the one to its host.
        package let up: Bool?
        /// Since when that is so, in milliseconds since 1970.
        package let since: Int?
        /// False: it stands by.
        package let carries: Bool?
        /// Messages that it has not passed on yet.
        package let behind: Int?
        /// Messages of its side that wait for their number.
        package let held: Int?
    }

    /// Most nodes of a chain from the host on, the host left out; bounded, as names might form a ring.
    private static let deepest = 9

    /// Members at the host itself; in a cluster those at other nodes than the one that tells.
    package let membersAtHost: Int
    /// Each behind the one that it follows.
    package let relays: [Relay]

    /// - Parameter members: everybody in the room.
    package init(_ members: [MemberInfo], _ told: RoomTopology) {
        let behind = Dictionary(members.filter { $0.role != .relay }.compactMap { $0.via.map { ($0, 1) } }) { $0 + $1 }
        let people = members.count { $0.role != .relay && $0.via == nil }
        membersAtHost = told.authority == .own ? people : max(0, people - told.here)
        relays = Chart(members.filter { $0.role == .relay }, behind, told).relays(behind: nil, hops: 1)
    }

    /// The nodes by their ids and names, while the tree is made of them.
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
            // What the node tells counts: to itself those that follow it directly sit behind nobody.
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
