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

    // MARK: Relays

    private func relay(_ name: String, via: String? = nil) -> MemberInfo { person(name, via: via, .relay) }

    private func id(_ name: String) -> MemberID { MemberID(rawValue: name) }

    private func topology(_ members: [MemberInfo], _ told: RoomTopology? = nil) -> [TopologyJSON.Node] {
        TopologyJSON(told ?? RoomTopology(authority: .own, here: 0), members).nodes
    }

    private func shown(_ nodes: [TopologyJSON.Node]) -> [String] {
        nodes.dropFirst().map { "\($0.name ?? "-") \($0.parent ?? "-") \($0.people)" }
    }

    @Test func peopleAreCountedBehindTheirRelayAndEachRelayBehindTheOneThatItFollows() {
        let nodes = topology([
            person("Anna"), relay("Far", via: "Near"), relay("Near"), relay("Ward"), person("Boris", via: "Far"),
            person("Clara", via: "Far"), person("Rosa", .staff), person("Dora", via: "Ward"),
        ])
        #expect(nodes[0].people == 2)
        #expect(shown(nodes) == ["Near root 0", "Far Near 2", "Ward root 1"])
        #expect(nodes.allSatisfy { $0.behind == nil && $0.up == nil }, "What is not told is not known.")
    }

    @Test func aRingOfNamesEnds() {
        #expect(shown(topology([relay("A", via: "A")])).isEmpty)
        #expect(topology([relay("A"), relay("A", via: "A")]).count <= 10)
    }

    @Test func aRelayThatWentAndCameBackElsewhereIsListedOnceUnderEachId() {
        // First H - B - Near, then H - Near - B: B still tells of the Near that went.
        let told = RoomTopology(
            authority: .own, here: 0,
            relays: [RelayStatus(member: id("gone"), name: "Near", via: id("B"), up: false, since: 7)])
        let nodes = topology([relay("Near"), relay("B", via: "Near")], told)
        #expect(nodes.map(\.id) == ["root", "Near", "B", "gone"])
        #expect(nodes.map(\.parent) == [nil, "root", "Near", "B"])
    }

    @Test func whatTheHostTellsOfRelaysStandsBesideThemAndThoseThatAreGoneAreThereToo() {
        let told = RoomTopology(
            authority: .own, here: 1,
            relays: [
                RelayStatus(member: id("Near"), up: true, carries: true, behind: 2, held: 0),
                RelayStatus(member: id("Far"), via: id("Near"), up: true, carries: false, behind: 5),
                RelayStatus(member: id("x"), name: "Old", via: id("Near"), up: false, since: 7),
            ])
        let nodes = topology([person("Anna"), relay("Near"), relay("Far", via: "Near")], told)
        #expect(shown(nodes) == ["Near root 0", "Far Near 0", "Old Near 0"])
        #expect(nodes.map(\.behind) == [nil, 2, 5, nil])
        #expect(nodes.map(\.up) == [nil, true, true, false])
        #expect(nodes.map(\.standby) == [false, false, true, false])
        #expect(nodes[3].since == 7 && nodes[0].people == 1)
    }

    /// To a relay its own people, and the relays that follow it, sit behind nobody; to the host behind it.
    @Test func askedAtARelayItIsTheSameTree() {
        let told = RoomTopology(
            authority: .host, here: 2, member: id("Near"), up: false, since: 3, held: 4,
            relays: [RelayStatus(member: id("Far"), up: true, behind: 1)])
        let nodes = topology(
            [
                relay("Near"), person("Boris"), person("Clara"), person("Anna"), relay("Far"),
                person("Dora", via: "Far"), relay("Ward"),
            ], told)
        #expect(nodes[0].people == 1)
        #expect(shown(nodes) == ["Near root 2", "Far Near 1", "Ward root 0"])
        let own = nodes[1]
        #expect(own.own && own.up == false && own.since == 3 && own.held == 4 && own.behind == nil && !own.standby)
        #expect(nodes[3].up == nil)
    }
}
