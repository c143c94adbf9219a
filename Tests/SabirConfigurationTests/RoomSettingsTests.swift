import SabirRoom
import SabirProtocol
import Testing

@testable import SabirConfiguration

@Suite("A room's settings, of its configuration")
struct RoomSettingsTests {
    @Test("Keys of earlier versions leave the room its fixed limits")
    func roomLimits() throws {
        let read = try NodeConfiguration(
            parsing: "[limits]\nframe = 1024\nroom_rate = 1\nroom_burst = 1\njoins_per_room = 1", file: "sabir.toml",
            on: ConfigurationEnvironment(hostName: "front-desk", variables: [:], isRoot: false))
        let room = RoomSettings(
            RoomConfiguration(name: "A"), info: RoomInfo(id: "a", name: "A", topic: ""), limits: read.limits,
            logsMessages: false)
        let ceilings = RoomCeilings(
            messages: (1_000, 10_000), joinsPerMinute: 6_000, charactersPerMinute: 20_000, saidPerMinute: 20_000)
        #expect(room.maximumFrame == 65_536 && room.ceilings == ceilings)
    }
}
