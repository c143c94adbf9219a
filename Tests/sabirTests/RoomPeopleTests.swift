import SabirClient
import SabirProtocol
import SabirTranslation
import Testing

@testable import sabir

/// Who is known to be in a room, and whom a command means.
@Suite struct RoomPeopleTests {
    private var people = RoomPeople()
    private let anna = member("m1", "Anna")
    private let boris = member("m2", "Boris", "uk")

    @Test("are followed as they come, change and go")
    mutating func followed() {
        people.follow(.welcome(welcome([anna, boris])))
        #expect(people.counts == ["es": 1, "uk": 1] && Set(people.names) == ["Anna", "Boris"])
        #expect(people.translatedNames == RoomNames(people.names))
        people.follow(.packet(.joined(member("m3", "Chen", "zh"), n: 3)))
        people.follow(.packet(.changed(member("m2", "Boris", "es"), n: 3)))
        #expect(people.counts == ["es": 2, "zh": 1])
        people.follow(.packet(.left(member("m3", "Chen", "zh"), n: 2)))
        #expect(people.counts == ["es": 2] && Set(people.names) == ["Anna", "Boris"])
        people.follow(.packet(.presence(Presence(n: 400, langs: ["fr": 400], joined: [member("m4", "Dora", "fr")]))))
        #expect(people.counts == ["fr": 400] && people.names.contains("Dora"))
    }

    @Test("read what is said, and relays do not")
    mutating func languages() {
        var relay = member("m5", "Floor 2", "und")
        relay.role = .relay
        people.follow(.welcome(welcome([anna, boris, relay])))
        #expect(Set(people.languages) == ["es", "uk"])
        people.follow(.packet(.left(relay, n: 2)))
        #expect(Set(people.languages) == ["es", "uk"])
        people.follow(.packet(.joined(relay, n: 3)))
        people.follow(.packet(.presence(Presence(n: 4, langs: ["es": 2, "uk": 1, "und": 1]))))
        #expect(Set(people.languages) == ["es", "uk"])
        people.follow(.packet(.left(boris, n: 3)))
        #expect(people.languages == ["es"])
        // A relay that is not known by name.
        people.follow(.packet(.presence(Presence(n: 4, langs: ["es": 2, "und": 2]))))
        #expect(people.languages == ["es"])
    }

    @Test("are found for a report and for an act of staff")
    mutating func found() throws {
        people.follow(.welcome(welcome([anna, boris])))
        #expect(try people.only("bo") == boris)
        #expect(throws: WireFault.self) { try people.only("x") }
        let mute = try #require(StaffRequest(typed: "mute", "anna"))
        #expect(try people.action(of: mute, in: "es") == .mute(anna.id))
        let unban = try #require(StaffRequest(typed: "unban", "Eva"))
        #expect(throws: WireFault.self) { try people.action(of: unban, in: "es") }
        let ban = ListedBan(member: MemberID(rawValue: "m7"), name: "Eva", scope: .device, until: 5)
        people.follow(.packet(.bans([ban])))
        #expect(try people.action(of: unban, in: "es") == .unban(MemberID(rawValue: "m7")))
    }

    @Test("are answered where they call for help")
    mutating func answered() throws {
        let own = MemberID(rawValue: "m9")
        #expect(try people.answer(.done, to: nil, by: own) == HelpAnswer(.done))
        #expect(throws: WireFault.self) { try people.answer(.coming, to: "", by: own) }
        people.follow(.packet(.help(HelpCall(caller: boris, ts: 1))))
        #expect(try people.answer(.coming, to: "", by: own) == HelpAnswer(of: boris.id, .coming))
        #expect(try people.answer(.done, to: "bor", by: own) == HelpAnswer(of: boris.id, .done))
        #expect(try people.answer(.done, to: "", by: boris.id) == HelpAnswer(.done), "One's own.")
    }
}
