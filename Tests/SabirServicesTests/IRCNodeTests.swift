import SabirConfiguration
import SabirFeed
import SabirIRC
import SabirProtocol
import SabirRoom
import Testing

@testable import SabirServices
@testable import SabirWeb

/// The rooms of a node as its listener for clients of IRC sees them.
@Suite(.timeLimit(.minutes(2))) struct IRCNodeTests {
    private func node(_ scene: HouseScene) -> IRCNode {
        let feeds = Feeds(services: scene.services)
        return IRCNode(scene.services, feeds: feeds, isPrivate: true)
    }

    private func rooms(of node: IRCNode) async -> [IRCLocalRoom] {
        await node.rooms().compactMap { $0 as? IRCLocalRoom }
    }

    /// Who sits where is known by it.
    @Test func aRoomIsTheSameOneForAsLongAsItIsThere() async throws {
        let scene = await HouseScene()
        let node = node(scene)
        let first = await rooms(of: node)
        let made = try await scene.services.openRoom(name: "Ward", topic: "", isPrivate: false)
        let second = await rooms(of: node)
        #expect(first.map(\.id) == [scene.reception.settings.info.id])
        #expect(second.map(\.id) == [scene.reception.settings.info.id, made.id])
        #expect(first.first === second.first)
        await scene.services.closeRoom(made.id, by: "desk")
        #expect(await rooms(of: node).map(\.id) == [scene.reception.settings.info.id])
    }

    @Test func aClosedRoomIsNotThereUntilItIsOpenedAgain() async throws {
        let scene = await HouseScene()
        let node = node(scene)
        try await scene.reception.perform(.close)
        #expect(await rooms(of: node).isEmpty)
        try await scene.reception.perform(.open)
        #expect(await rooms(of: node).map(\.id) == [scene.reception.settings.info.id])
    }

    /// A room that is carried anew is another one, though it has the same id: nobody sits in it yet.
    @Test func aRoomThatIsCarriedAnewIsAnother() async throws {
        let scene = await HouseScene()
        let node = node(scene)
        let relay = RelayConfiguration(from: try JoinTarget("10.0.0.1:7000/Ward"))
        let ward = scene.room("Ward")
        _ = await scene.services.carry(ward, relay, host: nil)
        let before = try #require(await rooms(of: node).last)
        await scene.services.drop(ward)
        _ = await scene.services.carry(ward, relay, host: nil)
        let after = try #require(await rooms(of: node).last)
        #expect(before.id == after.id && before !== after)
    }

    @Test func sentencesAreTheCataloguesOrNoneAndNamesAreKnownByTheirLooks() async {
        let node = node(await HouseScene())
        #expect(node.sentence("room.numbered", in: .english, ["n": "7"]) == "Room 7")
        #expect(node.sentence("no.such.key", in: .english, [:]) == nil)
        #expect(node.refusal(WireFault(.forbidden, "No links here.", as: "no-links"), in: .english) == "No links here.")
        #expect(!Set(node.looks(of: "Anna")).isDisjoint(with: node.looks(of: "\u{0430}nna".capitalized)))
        #expect(Set(node.looks(of: "Anna")).isDisjoint(with: node.looks(of: "Boris")))
    }
}
