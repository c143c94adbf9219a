import SabirProtocol
import Testing

@testable import SabirConfiguration
@testable import SabirRoom

@Suite("A room's settings, of its configuration")
struct RoomSettingsTests {
    @Test("A room has limits that no key sets")
    func roomLimits() {
        let room = RoomSettings(
            RoomConfiguration(name: "A"), info: RoomInfo(id: "a", name: "A", topic: ""), limits: LimitSettings(),
            logsMessages: false)
        let ceilings = RoomCeilings(
            messages: (1_000, 10_000), joinsPerMinute: 6_000, charactersPerMinute: 20_000, saidPerMinute: 20_000)
        #expect(room.maximumFrame == 65_536 && room.ceilings == ceilings)
    }

    /// Of each key that reaches a room, a value that is not the default's.
    private static let changes: [String: [String: String]] = [
        "room": [
            "topic": "\"Visits\"", "max_members": "7", "max_members_per_address": "5", "history": "\"disk\"",
            "keep_for": "\"3h\"", "keep_messages": "77", "newcomers_see": "\"all\"", "staff_see": "\"conversation\"",
            "take_back": "\"off\"", "staff_confirm": "true", "contact": "\"12\"", "interfaces": "[\"eth9\"]",
            "announce": "false",
        ],
        "limits": [
            "message_rate": "7", "message_burst": "77", "queue_bytes": "70000", "translation_characters": "7000",
            "message_characters": "7000",
        ],
        "node": ["log_messages": "true"],
    ]
    /// Those that a room learns nothing of by its settings.
    private static let others = ["name", "id", "log", "kiosk_lines", "password_file", "password_env"]

    private static func read(_ changed: [String: [String: String]]) throws -> NodeConfiguration {
        func lines(_ table: String) -> String { (changed[table] ?? [:]).map { "\($0) = \($1)\n" }.joined() }
        return try configuration(
            "[node]\n\(lines("node"))[limits]\n\(lines("limits"))[[room]]\nname = \"A\"\n\(lines("room"))")
    }

    private static func settings(_ read: NodeConfiguration) -> RoomSettings {
        RoomSettings(
            read.rooms[0], info: RoomInfo(id: "a", name: "A", topic: read.rooms[0].topic), limits: read.limits,
            logsMessages: read.node.logMessages)
    }

    @Test("A running room takes of each key what the configuration calls live, and nothing else")
    func liveKeys() throws {
        let known = Set(Self.changes["room"].map(\.keys) ?? [:].keys).union(Self.others)
        #expect(known == Set(RoomConfiguration.keys.map(\.name)), "A new key of [[room]] belongs into this test.")
        let before = try Self.read([:])
        for (table, keys) in Self.changes {
            for (key, value) in keys {
                let new = try Self.read([table: [key: value]])
                #expect(Self.settings(new) != Self.settings(before), "\(key) reaches the room")
                var merged = before
                _ = merged.reload(new)
                let taken = Self.settings(before).reloaded(by: Self.settings(new))
                #expect(taken == Self.settings(merged), "\(key)")
            }
        }
    }

    @Test("Each limit reaches a room or is known not to")
    func limitsAreKnown() {
        let elsewhere = [
            "connections", "connections_per_address", "joins_per_address", "rooms", "web_rate", "web_burst",
        ]
        let known = Set(Self.changes["limits"].map(\.keys) ?? [:].keys).union(elsewhere)
        #expect(known == Set(LimitSettings.keys.map(\.name)))
    }
}
