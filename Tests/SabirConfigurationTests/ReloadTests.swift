import SabirTranslation
import Testing

@testable import SabirConfiguration

@Suite("A file that is read again")
struct ReloadTests {
    private static let before = "[limits]\nmessage_rate = 5\n[[room]]\nname = \"A\"\n[[room]]\nname = \"B\"\n"

    private func reloaded(by text: String) throws -> (configuration: NodeConfiguration, keys: ReloadedKeys) {
        var running = try configuration(Self.before)
        let keys = running.reload(try configuration(text))
        return (running, keys)
    }

    @Test("that says the same changes nothing, wherever it says it")
    func same() throws {
        #expect(try reloaded(by: Self.before).keys == ReloadedKeys())
        let moved = "[[room]]\nname = \"B\"\n[[room]]\nname = \"A\"\n[limits]\nmessage_rate = 5\n"
        let (running, keys) = try reloaded(by: moved)
        let before = try configuration(Self.before)
        #expect(keys == ReloadedKeys() && running == before)
    }

    @Test("gives rooms and limits what may change while they run")
    func live() throws {
        let (running, keys) = try reloaded(
            by: """
                [limits]
                message_rate = 7
                rooms = 3
                web_rate = 9
                [[room]]
                name = "B"
                topic = "Visits"
                max_members = 4
                newcomers_see = "all"
                take_back = "off"
                staff_confirm = true
                kiosk_lines = 5
                contact = "12"
                [[room]]
                name = "A"
                """)
        #expect(keys.atRestart == [])
        #expect(
            keys.live == [
                "[[room]] \"B\" topic", "[[room]] \"B\" max_members", "[[room]] \"B\" newcomers_see",
                "[[room]] \"B\" take_back", "[[room]] \"B\" staff_confirm", "[[room]] \"B\" kiosk_lines",
                "[[room]] \"B\" contact",
                "[limits] message_rate", "[limits] rooms", "[limits] web_rate",
            ])
        #expect(running.limits.messageRate == 7 && running.limits.rooms == 3)
        #expect(running.rooms.map(\.name) == ["A", "B"], "In the order of the start.")
        #expect(running.rooms[1].topic == "Visits" && running.rooms[1].maxMembers == 4)
        #expect(running.rooms[1].newcomersSee == .max && running.rooms[1].takeBack == 0)
        #expect(running.rooms[1].staffConfirm)
        #expect(running.rooms[1].kioskLines == 5 && running.rooms[1].contact == "12")
        #expect(running.rooms[0].topic == "")
    }

    @Test("names what needs a restart, and leaves it as it was")
    func restart() throws {
        let (running, keys) = try reloaded(
            by: """
                [node]
                port = 9
                [limits]
                message_rate = 7
                [web.tls]
                certificate = "/a"
                key = "/b"
                [[relay]]
                from = "192.0.2.1:47275/A"
                [[room]]
                name = "B"
                history = "disk"
                keep_for = "2h"
                take_back = "off"
                [[room]]
                name = "A"
                [[room]]
                name = "D"
                history = "disk"
                """)
        #expect(
            Set(keys.atRestart) == [
                "[node] port", "[web.tls] certificate", "[web.tls] key", "[[relay]]", "[[room]] \"B\" history",
                "[[room]] \"B\" keep_for", "[[room]] \"D\" (new)",
            ])
        var expected = try configuration(Self.before)
        expected.limits.messageRate = 7
        expected.rooms[1].takeBack = 0
        #expect(running == expected)
    }

    @Test("the sample says the same as itself")
    func sampleIsTheSame() throws {
        var running = try configuration(sample())
        let keys = running.reload(try configuration(sample()))
        #expect(keys == ReloadedKeys())
    }

    private static let engine = "[[translation.endpoint]]\nkind = \"libretranslate\"\nurl = "

    @Test("takes engines that came, went or changed")
    func engines() throws {
        let (running, keys) = try reloaded(by: Self.before + Self.engine + "\"http://127.0.0.1:5001\"\n")
        #expect(keys.live == ["[[translation.endpoint]]"] && keys.atRestart == [])
        #expect(running.translation.endpoints.map(\.url) == ["http://127.0.0.1:5001"])
    }

    @Test("lends no engine that may lie outside the network: whether engines are lent is judged at the start")
    func outside() throws {
        let outside = Self.engine + "\"https://mt.example.org\"\nallow_internet = true\n"
        let (running, keys) = try reloaded(by: Self.before + outside)
        #expect(keys.live == [] && keys.atRestart == ["[[translation.endpoint]]"])
        #expect(running.translation == TranslationSettings())
        var alone = try configuration("[share]\nenabled = false\n")
        #expect(alone.reload(try configuration("[share]\nenabled = false\n" + outside)).live.count == 1)
    }

    @Test("takes pairs of phrases only")
    func phrasesOnly() throws {
        let (running, keys) = try reloaded(
            by: Self.before + "[translation]\nphrases_only = [\"es-eu\", \"pt-BR>en\"]\n")
        #expect(keys.live == ["[translation] phrases_only"] && keys.atRestart == [])
        #expect(running.translation.phrasesOnly.map(\.description) == ["es-eu", "pt-BR>en"])
    }

    @Test("takes another rule for second looks")
    func secondLooks() throws {
        let (running, keys) = try reloaded(
            by: Self.before + "[translation]\nsecond_look = \"always\"\nsecond_looks_per_minute = 5\n")
        #expect(keys.live == ["[translation] second_look", "[translation] second_looks_per_minute"])
        #expect(running.translation.secondLooks == SecondLookPolicy(mode: .always, perMinute: 5))
    }

    @Test("takes other files of set sentences and terms")
    func books() throws {
        let (running, keys) = try reloaded(
            by: Self.before + "[phrasebook]\nfiles = [\"/a.tmx\"]\n[glossary]\nfiles = [\"/b.csv\"]\n")
        #expect(keys.live == ["[phrasebook] files", "[glossary] files"] && keys.atRestart == [])
        #expect(running.phrasebook.files == ["/a.tmx"] && running.glossary.files == ["/b.csv"])
    }

    @Test("takes another PIN of staff, and never says it")
    func staffPIN() throws {
        let (running, keys) = try reloaded(by: Self.before + "[web]\nstaff_pin = \"739251\"\nstaff_shared = false\n")
        #expect(keys.live == ["[web] staff_pin", "[web] staff_shared"] && keys.atRestart == [])
        #expect(running.web.staffPIN == "739251" && running.web.sharedStaffPIN == nil)
    }

    @Test("the log names each key in a sentence")
    func sentences() {
        #expect(ReloadedKeys().sentences == [])
        var keys = ReloadedKeys()
        keys.atRestart = ["[node] port"]
        #expect(keys.sentences == ["[node] port: changed, takes effect with a restart"])
        keys.live = ["[limits] rooms", "[[translation.endpoint]]"]
        keys.atRestart.append("[web] bind")
        #expect(
            keys.sentences == [
                "changed from now on: [limits] rooms, [[translation.endpoint]]",
                "[node] port, [web] bind: changed, take effect with a restart",
            ])
    }

    @Test("opens rooms that are new and closes those that are gone, but none that needs what is made at the start")
    func rooms() throws {
        let (running, keys) = try reloaded(by: "[[room]]\nname = \"B\"\n[[room]]\nname = \"C\"\ntopic = \"Visits\"\n")
        #expect(keys.live.contains("[[room]] \"A\" (gone)") && keys.live.contains("[[room]] \"C\" (new)"))
        #expect(keys.atRestart == [] && running.rooms.map(\.name) == ["B", "C"] && running.rooms[1].topic == "Visits")
        var onDisk = try configuration("[[room]]\nname = \"A\"\nhistory = \"disk\"\n")
        let more = try configuration(
            ["A", "D"].map { "[[room]]\nname = \"\($0)\"\nhistory = \"disk\"\n" }.joined())
        let others = onDisk.reload(more)
        #expect(others.atRestart == [] && onDisk.rooms.count == 2, "It keeps a history already.")
    }

    @Test("keeps lines for as long as is said now, but for a stream's")
    func retention() throws {
        let (running, keys) = try reloaded(
            by: Self.before.replacing("\"A\"", with: "\"A\"\nkeep_for = \"1h\"\nkeep_messages = 9"))
        #expect(keys.live == ["[[room]] \"A\" keep_for", "[[room]] \"A\" keep_messages"] && keys.atRestart == [])
        #expect(running.rooms[0].keepFor == 3_600 && running.rooms[0].keepMessages == 9)
        func stream(_ hours: Int) throws -> NodeConfiguration {
            try configuration(
                "[cluster]\nnats = [\"nats://127.0.0.1:4222\"]\n[[room]]\nname = \"A\"\nlog = \"nats\"\n"
                    + "id = \"5b1e7a52-90c4-4c3e-9f50-6a2f1de0c7ab\"\nkeep_for = \"\(hours)h\"\n")
        }
        var streamed = try stream(2)
        let atRestart = streamed.reload(try stream(3)).atRestart
        #expect(try atRestart == ["[[room]] \"A\" keep_for"] && streamed == stream(2))
    }
}
