import SabirProtocol
import Testing

@testable import SabirRoom

@Suite("A room's topology, from its list of members and what a node tells")
struct TopologyTests {
    private func member(_ name: String, via: String? = nil, role: MemberRole? = nil) -> MemberInfo {
        MemberInfo(id: MemberID(rawValue: name), name: name, lang: "en", role: role, via: via)
    }

    private func id(_ name: String) -> MemberID { MemberID(rawValue: name) }

    /// Told by a host that knows nothing of its relays.
    private func tree(_ members: [MemberInfo]) -> Topology { Topology(members, RoomTopology(authority: .own, here: 0)) }

    private func shown(_ topology: Topology) -> [String] {
        topology.relays.map { "\($0.name) \($0.via ?? "-") \($0.members)" }
    }

    @Test("counts who is behind which relay, each behind the one that it follows")
    func branches() {
        let topology = tree([
            member("Anna"), member("Far", via: "Near", role: .relay), member("Near", role: .relay),
            member("Ward", role: .relay), member("Boris", via: "Far"), member("Clara", via: "Far"),
            member("Rosa", role: .staff), member("Dora", via: "Ward"),
        ])
        #expect(topology.membersAtHost == 2)
        #expect(shown(topology) == ["Near - 0", "Far Near 2", "Ward - 1"])
        #expect(topology.relays.allSatisfy { $0.behind == nil && $0.up == nil }, "What is not told is not known.")
    }

    @Test("ends where names form a ring")
    func ring() {
        #expect(tree([member("A", via: "A", role: .relay)]).relays.isEmpty)
        #expect(tree([member("A", role: .relay), member("A", via: "A", role: .relay)]).relays.count <= 9)
    }

    @Test("what the host tells of relays stands beside them, and those that are gone are there too")
    func lag() {
        let told = RoomTopology(
            authority: .own, here: 1,
            relays: [
                RelayStatus(member: id("Near"), up: true, carries: true, behind: 2, held: 0),
                RelayStatus(member: id("Far"), via: id("Near"), up: true, carries: false, behind: 5),
                RelayStatus(member: id("x"), name: "Old", via: id("Near"), up: false, since: 7),
            ])
        let topology = Topology(
            [member("Anna"), member("Near", role: .relay), member("Far", via: "Near", role: .relay)], told)
        #expect(shown(topology) == ["Near - 0", "Far Near 0", "Old Near 0"])
        #expect(topology.relays.map(\.behind) == [2, 5, nil])
        #expect(topology.relays.map(\.up) == [true, true, false])
        #expect(topology.relays[1].carries == false && topology.relays[2].since == 7 && topology.membersAtHost == 1)
    }

    /// To a relay its own people, and the relays that follow it, sit behind nobody; to the host behind it.
    @Test("asked at a relay it is the same tree")
    func atARelay() {
        let told = RoomTopology(
            authority: .host, here: 2, member: id("Near"), up: false, since: 3, held: 4,
            relays: [RelayStatus(member: id("Far"), up: true, behind: 1)])
        let topology = Topology(
            [
                member("Near", role: .relay), member("Boris"), member("Clara"), member("Anna"),
                member("Far", role: .relay), member("Dora", via: "Far"), member("Ward", role: .relay),
            ], told)
        #expect(topology.membersAtHost == 1)
        #expect(shown(topology) == ["Near - 2", "Far Near 1", "Ward - 0"])
        let own = topology.relays[0]
        #expect(own.isSelf && own.up == false && own.since == 3 && own.held == 4 && own.behind == nil)
        #expect(topology.relays[2].up == nil)
    }
}
