import SabirProtocol
import SabirTranslation
import Testing

@testable import SabirConfiguration

@Suite("What a person should confirm")
struct SafetySettingsTests {
    private static let room = "[[room]]\nname = \"Reception\"\n"

    @Test("is of all topics in all rooms unless otherwise said")
    func defaults() throws {
        let safety = try configuration(Self.room).safety
        #expect(safety.topics == SafetyTopic.allCases && safety.text.isEmpty)
        #expect(safety.covers(room: "Reception") && safety.covers(room: "Ward"))
        #expect(try configuration("[safety]\ntopics = []\n").safety.topics.isEmpty)
    }

    @Test("is of the topics, the rooms and in the words that the file says")
    func read() throws {
        let safety = try configuration(
            Self.room + "[safety]\ntopics = [\"dosing\"]\nrooms = [\"Reception\"]\ntext = { es = \"Pregunte.\" }\n"
        ).safety
        #expect(safety.topics == [.dosing] && safety.text == [LanguageTag("es")!: "Pregunte."])
        #expect(safety.covers(room: "Reception") && !safety.covers(room: "Ward"))
    }

    @Test(
        "is not of what nobody knows",
        arguments: [
            "topics = [\"wages\"]", "rooms = [\"Ward\"]", "text = { es = \"{x}\" }", "text = { es = \"\" }",
            "text = { \"?\" = \"x\" }",
        ])
    func problem(_ line: String) {
        let found = problems(in: Self.room + "[safety]\n" + line + "\n")
        #expect(found.count == 1 && found[0].description.contains("[safety]"), "\(found)")
    }

    @Test("may be in a room that a relay carries, whose name its host gives it")
    func carried() {
        let relay = "[[relay]]\nfrom = \"10.0.0.5:47275\"\n"
        #expect(problems(in: Self.room + relay + "[safety]\nrooms = [\"Ward\"]\n") == [])
    }

    @Test("is taken by a running node, but for its words")
    func reload() throws {
        var running = try configuration(Self.room)
        let keys = running.reload(
            try configuration(
                Self.room + "[safety]\ntopics = [\"dosing\"]\nrooms = [\"Reception\"]\ntext = { es = \"Pregunte.\" }\n")
        )
        #expect(keys.live == ["[safety] topics", "[safety] rooms"] && keys.atRestart == ["[safety] text"])
        #expect(
            running.safety.topics == [.dosing] && running.safety.rooms == ["Reception"] && running.safety.text.isEmpty)
    }
}
