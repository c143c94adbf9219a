import Foundation
import SabirTerminal
import Testing

@testable import SabirWeb
@testable import sabir

/// A node's status as people see it.
@Suite struct StatusTextTests {
    private static let now = Date(timeIntervalSince1970: 1_795_608_000)

    private static func status(
        rooms: [StatusJSON.Room] = [], engines: [StatusJSON.Engine] = [], attention: [String] = [],
        chosen: [StatusJSON.Chosen] = []
    ) -> StatusJSON {
        StatusJSON(
            name: "clinic", started: 1_795_608_000 - 11_520, rooms: rooms,
            privateRooms: .init(rooms: rooms.isEmpty ? 0 : 2, members: 3), visitors: 1, engines: engines,
            disk: .init(free: 13_207_024_435), backup: nil, chosen: chosen,
            attention: attention.map { .init(code: "x", text: $0) })
    }

    private func room(
        _ name: String, _ members: Int = 0, _ languages: [String: Int] = [:], state: String = "open",
        linked: Bool = true, calls: Int = 0
    ) -> StatusJSON.Room {
        .init(name: name, state: state, linked: linked, members: members, languages: languages, calls: calls)
    }

    private func lines(_ status: StatusJSON) -> [String] { StatusText(status: status, now: Self.now).lines }

    @Test func whatThereIs() {
        let ward = room("Ward", state: "locked", linked: false, calls: 1)
        let engines = [
            StatusJSON.Engine(
                name: "apertium", state: "in-use", reason: nil, answered: 42, failed: 1, usual: 120, slowest: 900),
            StatusJSON.Engine(
                name: "deepl", state: "down", reason: "does not answer", answered: 0, failed: 3, usual: nil,
                slowest: nil),
        ]
        #expect(
            lines(
                Self.status(
                    rooms: [room("Reception", 4, ["es": 2, "ca": 1, "ar": 1]), ward], engines: engines,
                    attention: ["The history is in memory alone."], chosen: [.init(lang: "es", times: 14)])) == [
                    "clinic, running for 3 h 12 min; 1 visitor on the page",
                    "",
                    "Rooms                                    members  languages",
                    "  Reception                                    4  es 2, ar 1, ca 1",
                    "  Ward                                         0  locked; host not reached; 1",
                    "                                       call for help unanswered",
                    "  (2 private rooms)                            3",
                    "",
                    "Engines                              today  failed    usual  slowest",
                    "  apertium              in use          42       1   120 ms   900 ms",
                    "  deepl                 down             0       3",
                    "    it does not answer",
                    "",
                    "Disk     12.3 GiB left",
                    "Backup   none yet; docs/backups.md",
                    "Chosen   in the last week: es 14",
                    "",
                    "Needs attention",
                    "  - The history is in memory alone.",
                ])
    }

    @Test func whereThereIsNothing() {
        #expect(
            lines(Self.status()) == [
                "clinic, running for 3 h 12 min; 1 visitor on the page",
                "",
                "Rooms                                    members  languages",
                "",
                "Engines  none: lines show as they were written",
                "",
                "Disk     12.3 GiB left",
                "Backup   none yet; docs/backups.md",
                "Chosen   no language yet in the last week",
                "",
                "Nothing needs attention.",
            ])
    }

    @Test func noLineIsWiderThanATerminalAndNothingInANameMovesTheCursor() {
        let long = String(repeating: "候诊室", count: 40)
        let many = Dictionary(uniqueKeysWithValues: (0..<100).map { ("en-x-a\($0)", 1) })
        let engine = StatusJSON.Engine(
            name: long, state: "down", reason: "\u{1B}[2J" + long, answered: 12_345_678, failed: 12_345_678,
            usual: 9_999,
            slowest: 99_999)
        let told = lines(
            Self.status(
                rooms: [room(long, 123_456, many), room("a\u{1B}[2Jb\u{202E}c\nd", 1, ["\u{1B}[2J": 1])],
                engines: [engine], attention: [long + " " + long, "\u{1B}]0;x\u{07}"],
                chosen: many.map { .init(lang: $0.key, times: 1_000_000) }))
        for line in told {
            #expect(displayWidth(of: line) <= 79, "\(line)")
            #expect(!line.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x202E }, "\(line)")
        }
    }

    @Test(arguments: [
        (0, "0 s"), (59, "59 s"), (61, "1 min 1 s"), (3_600, "1 h 0 min"), (93_784, "1 d 2 h"), (-5, "0 s"),
    ])
    func timesHaveTheirTwoLargestUnits(_ seconds: Int, _ text: String) {
        #expect(StatusText.span(seconds) == text)
    }
}
