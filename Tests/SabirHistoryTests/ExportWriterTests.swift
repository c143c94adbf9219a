import Foundation
import SabirProtocol
import Testing

@testable import SabirHistory

/// What each form of an export writes, line by line; `ExportTests` has whole ones.
@Suite struct ExportWriterTests {
    private static let midnight = 1_795_651_200_000  // 2026-11-26T00:00:00Z
    private let time = ExportTime(TimeZone(identifier: "Etc/UTC")!)
    private let room = RoomSummary(
        number: RoomNumber(value: 1), id: "r1", name: "Ward <3>", newest: 3, lines: 3, times: nil)

    private func message(_ text: String, seconds: Int = 0, from name: String = "Anna") -> Message {
        Message(
            seq: 1, id: MessageID("0190a7c2-7d1e-7000-8000-000000000001")!, ts: Self.midnight + seconds * 1_000,
            member: MemberID(rawValue: "m1"), from: name, lang: LanguageTag("es")!, text: text, role: .staff)
    }

    private func translation(_ text: String?, warning: String? = nil, weight: String = "loud") -> ExportTranslation {
        var made = ExportTranslation(
            lang: LanguageTag("ca")!, text: text, state: "translated", origin: "Made <by> a machine.")
        if let warning { made.warnings = [.init(kind: "number", weight: weight, sentence: warning)] }
        return made
    }

    // MARK: ExportTime

    @Test func daysAndTimesAreThoseOfThePlace() throws {
        #expect(time.day(Self.midnight) == "2026-11-26" && time.clock(Self.midnight + 61_000) == "00:01:01")
        let west = ExportTime(try #require(TimeZone(identifier: "Etc/GMT+1")))
        #expect(west.day(Self.midnight) == "2026-11-25" && west.clock(Self.midnight) == "23:00:00")
    }

    // MARK: TextWriter

    @Test func aTextHasADaysDateAboveItsLines() {
        var writer = TextWriter(notice: "By machine.", time: time)
        #expect(writer.head == "By machine.\n\n" && TextWriter(time: time).head.isEmpty)
        let lines = [("uno", 0), ("dos", 5), ("tres", 86_400)].map { text, seconds in
            writer.line(message(text, seconds: seconds), nil, in: room)
        }
        #expect(lines[0] == "\n2026-11-26\n00:00:00  Anna [es] [staff]: uno\n")
        #expect(lines[1] == "00:00:05  Anna [es] [staff]: dos\n" && lines[2].hasPrefix("\n2026-11-27\n"))
    }

    @Test func nobodyWritesALineInAnothersNameIntoAText() {
        var writer = TextWriter(time: time)
        let text = writer.line(
            message("a\n00:00:00  Rosa [ca]: b"), translation("c\n00:00:00  Rosa [ca]: d", warning: "e\nf"), in: room)
        #expect(text.split(separator: "\n").filter { $0.hasPrefix("00:00:00") }.count == 1)
        #expect(text.contains("          [ca] c\n"))
        #expect(text.contains("(Made <by> a machine.)\n          ! e\n            f\n"))
    }

    // MARK: HTMLWriter

    @Test func nothingThatSomebodyWroteIsMarkup() {
        var writer = HTMLWriter(title: "<i>", notice: "\"&'", lang: LanguageTag("ca"), time: time)
        #expect(writer.head.contains("<title>&lt;i&gt;</title>") && writer.head.contains("<p>&quot;&amp;&#39;</p>"))
        #expect(writer.head.contains("<html lang=\"ca\" dir=\"auto\">"))
        #expect(writer.room(room) == "<h2 dir=\"auto\">Ward &lt;3&gt;</h2>\n")
        let line = writer.line(
            message("<b>", from: "<s>"), translation("<u>", warning: "</strong><script>"), in: room)
        for tag in ["<b>\n", "<s>", "<u>", "<script>", "<by>"] { #expect(!line.contains(tag), "\(tag)") }
        #expect(line.contains("<p lang=\"es\" dir=\"auto\">&lt;b&gt;</p>"))
        #expect(line.contains("<p lang=\"ca\" dir=\"auto\">&lt;u&gt;</p>"))
    }

    @Test func whatIsOnlyOddHasAMarkOfItsOwnInEachForm() {
        let odd = translation("x", warning: "A word.", weight: "quiet")
        var text = TextWriter(time: time)
        #expect(text.line(message("x"), odd, in: room).contains("\n          ? A word.\n"))
        var page = HTMLWriter(title: "t", lang: nil, time: time)
        let paragraph = page.line(message("x"), odd, in: room)
        #expect(paragraph.contains("<small lang=\"ca\" dir=\"auto\">? A word.</small>") && !paragraph.contains("⚠"))
        #expect(JSONLinesWriter().line(message("x"), odd, in: room).contains(#""weight":"quiet""#))
    }

    @Test func aPageAboutOneRoomNamesItOnceAndEachDayOnce() {
        var writer = HTMLWriter(title: "Ward <3>", lang: nil, time: time)
        #expect(writer.room(room).isEmpty && writer.head.contains("<html dir=\"auto\">"))
        let lines = ["uno", "dos"].map { writer.line(message($0), nil, in: room) }
        #expect(lines[0].hasPrefix("<h3><time datetime=\"2026-11-26\">") && lines[1].hasPrefix("<article>"))
    }

    // MARK: JSONLinesWriter

    @Test func aLineOfJSONHasTheFieldsOfTheWireAndNoneThatSayNothing() throws {
        let writer = JSONLinesWriter()
        #expect(writer.head.isEmpty && writer.room(room).isEmpty && writer.tail.isEmpty)
        let plain = writer.line(message("uno\ndos"), nil, in: room)
        #expect(plain.hasSuffix("\n") && plain.dropLast().allSatisfy { $0 != "\n" })
        let fields = try #require(JSONSerialization.jsonObject(with: Data(plain.utf8)) as? [String: Any])
        #expect(
            Set(fields.keys) == ["room", "seq", "id", "ts", "member", "from", "lang", "message", "role"])
        #expect(fields["message"] as? String == "uno\ndos" && fields["role"] as? String == "staff")
        let translated = writer.line(message("uno"), translation("u", warning: "Look."), in: room)
        #expect(translated.contains(#""warnings":[{"kind":"number","text":"Look.","weight":"loud"}]"#))
        #expect(translated.contains(#""message":"u""#) && !translated.contains("pivot"))
    }
}
