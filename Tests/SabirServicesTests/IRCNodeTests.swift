import SabirConfiguration
import SabirFeed
import SabirProtocol
import SabirRoom
import Testing

@testable import SabirIRC
@testable import SabirNode

/// The rooms of a node as its listener for clients of IRC sees them.
@Suite(.timeLimit(.minutes(2))) struct IRCNodeTests {
    private func rooms(_ scene: HouseScene) async -> [HostedRoom] { await scene.services.openRooms().map(\.hosted) }

    @Test func roomsOfStaffAreThereUntilTheyAreClosed() async throws {
        let scene = await HouseScene()
        let made = try await scene.services.openRoom(name: "Ward", topic: "", isPrivate: false)
        let rooms = await rooms(scene)
        #expect(rooms.map(\.settings.info.id) == [scene.reception.settings.info.id, made.id])
        #expect(rooms.first === scene.reception)
        await scene.services.closeRoom(made.id, by: "desk")
        #expect(await self.rooms(scene).map(\.settings.info.id) == [scene.reception.settings.info.id])
    }

    @Test func aClosedRoomIsNotThereUntilItIsOpenedAgain() async throws {
        let scene = await HouseScene()
        try await scene.reception.perform(.close)
        #expect(await rooms(scene).isEmpty)
        try await scene.reception.perform(.open)
        #expect(await rooms(scene).first === scene.reception)
    }

    /// Its feed is followed anew then.
    @Test func aRoomThatIsCarriedAnewIsFollowedAsAnother() async throws {
        let scene = await HouseScene()
        let relay = RelayConfiguration(from: try JoinTarget("10.0.0.1:7000/Ward"))
        let ward = scene.room("Ward")
        _ = await scene.services.carry(ward, relay, host: nil)
        let before = try #require(await scene.services.openRooms().last?.followed as? LocalRoom)
        await scene.services.drop(ward)
        _ = await scene.services.carry(ward, relay, host: nil)
        let after = try #require(await scene.services.openRooms().last?.followed as? LocalRoom)
        #expect(before.id == after.id && before !== after)
    }

    @Test func sentencesAreTheCataloguesOrNone() async {
        let services = await HouseScene().services
        let node = IRCNode(
            name: "House", wording: services.wording, interface: services.wording.interface, looks: { [$0] },
            services: services, feeds: Feeds(services: services), isPrivate: true, rooms: { [] })
        #expect(node.sentence("room.numbered", in: .english, ["n": "7"]) == "Room 7")
        #expect(node.sentence("no.such.key", in: .english, [:]) == nil)
    }
}
