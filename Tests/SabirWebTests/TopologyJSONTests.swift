import SabirProtocol
import Testing

@testable import SabirRoom
@testable import SabirWeb

struct TopologyJSONTests {
    private func person(_ name: String, via: String? = nil, _ role: MemberRole? = nil) -> MemberInfo {
        MemberInfo(id: MemberID(rawValue: name), name: name, lang: "es", role: role, via: via)
    }

    @Test func aNodeOfAClusterStandsBesideTheRelaysThatFollowIt() {
        var told = RoomTopology(authority: .stream, here: 2)
        (told.up, told.behind, told.held) = (true, 3, 0)
        let members = [
            person("anna"), person("boris"), person("clara"), person("ward", .relay), person("olha", via: "ward"),
        ]
        let nodes = TopologyJSON(told, members).nodes
        #expect(nodes.map(\.id) == ["root", "this", "ward"])
        #expect(nodes.map(\.kind) == ["stream", "node", "relay"])
        #expect(nodes.map(\.parent) == [nil, "root", "root"] && nodes.map(\.name) == [nil, nil, "ward"])
        #expect(nodes.map(\.own) == [false, true, false] && nodes.map(\.people) == [1, 2, 1])
        #expect(nodes.map(\.up) == [nil, true, nil] && nodes.map(\.behind) == [nil, 3, nil])
        #expect(nodes.map(\.held) == [nil, 0, nil] && !nodes.contains(where: \.standby))
    }

    @Test func theHostOfARoomIsItsFirstNode() {
        let nodes = TopologyJSON(RoomTopology(authority: .own, here: 1), [person("anna")]).nodes
        #expect(nodes.map(\.kind) == ["host"] && nodes.map(\.own) == [true] && nodes.map(\.people) == [1])
    }
}
