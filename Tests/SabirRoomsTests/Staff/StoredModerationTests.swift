import Foundation
import NIOCore
import SabirProtocol
import Testing

@testable import SabirRoom

/// What stands in a room, as it is kept over restarts.
@Suite struct StoredModerationTests {
    /// As it is written by the node: another text here is a file that is not understood after an update.
    @Test func whatIsStoredIsWrittenAsEver() throws {
        var room = RoomState(settings: .test(), seed: 1)
        let anna = try room.admit(.of("anna"), as: JoinContext(address: "10.0.0.1", token: "anna"), now: at(0)).member
        let boris = try room.admit(.of("boris"), as: JoinContext(address: "10.0.0.2", token: "boris"), now: at(0))
            .member
        let carla = try room.admit(
            .of("carla"), as: JoinContext(address: "10.0.0.3", author: AuthorID(value: 7), token: "carla"), now: at(0)
        ).member
        let actions: [ModerationAction] = [
            .mute(carla.info.id),
            .remove(carla.info.id),
            .ban(anna.info.id, minutes: 60),
            .ban(boris.info.id, minutes: 43_200, scope: .address),
            .topic("Closed at noon"),
            .notice("Wait / here", "en"),
            .lock,
            .close,
        ]
        for action in actions { _ = try room.perform(action, now: at(0), wall: 5) }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let text = String(decoding: try encoder.encode(room.stored(now: at(600), wall: 1_000_000)), as: UTF8.self)
        #expect(
            text == """
                {"admitted":[7],"bans":[{"left":3000000,"member":"mn887","name":"anna","token":"anna","until":4000000},\
                {"address":"10.0.0.2","left":2591400000,"member":"mn888","name":"boris","token":"boris",\
                "until":2592400000}],"configuredTopic":"","isClosed":true,"isLocked":true,"muted":["carla"],\
                "mutedMembers":[{"member":"mn889","name":"carla","token":"carla"}],\
                "notice":{"id":"f893a2ee-fb32-455e-b1c1-8690ee42c90b","lang":"en","text":"Wait / here","ts":5},\
                "removed":["carla","anna","boris"],"topic":"Closed at noon"}
                """)
    }
}
