import SabirWire
import Testing

@testable import SabirNode

@Suite("A room's topology, from its list of members")
struct TopologyTests {
    private func member(_ name: String, via: String? = nil, role: MemberRole? = nil) -> MemberInfo {
        MemberInfo(id: MemberID(rawValue: name), name: name, lang: .english, role: role, via: via)
    }

    @Test("counts who is behind which relay, each behind the one that it follows")
    func tree() {
        let topology = Topology([
            member("Anna"), member("Far", via: "Near", role: .relay), member("Near", role: .relay),
            member("Ward", role: .relay), member("Boris", via: "Far"), member("Clara", via: "Far"),
            member("Rosa", role: .staff), member("Dora", via: "Ward"),
        ])
        #expect(topology.membersAtHost == 2)
        let shown = topology.relays.map { "\($0.hops) \($0.name) \($0.via ?? "-") \($0.members)" }
        #expect(shown == ["1 Near - 0", "2 Far Near 2", "1 Ward - 1"])
    }

    @Test("ends where names form a ring")
    func ring() {
        #expect(Topology([member("A", via: "A", role: .relay)]).relays.isEmpty)
        #expect(
            Topology([member("A", role: .relay), member("A", via: "A", role: .relay)]).relays.count <= 9)
    }
}
