import Foundation
import SabirConfiguration
import SabirTerminal
import SabirWeb

/// A node's status for people, in lines of at most 79 columns. Names are made safe for a terminal.
struct StatusText {
    static let columns = 79
    private static let nameColumns = 38

    let status: StatusJSON
    let now: Date

    var lines: [String] {
        Array([heading, rooms, engines, rest, attention].joined(separator: [""]))
    }

    private var heading: [String] {
        let up = Self.span(Int(now.timeIntervalSince1970) - status.started)
        let name = SafeText.name(status.name, columns: 50)
        return Self.wrapped("\(name), running for \(up); \(count(status.visitors, "visitor")) on the page")
    }

    // MARK: Rooms

    private var rooms: [String] {
        var lines = [row("Rooms", "members", "languages")]
        for room in status.rooms {
            let languages = room.languages.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map {
                "\($0.key) \($0.value)"
            }
            let calls = room.calls == 0 ? nil : "\(count(room.calls, "call")) for help unanswered"
            let marks = [
                room.state == "open" ? nil : room.state, room.linked ? nil : "host not reached", calls,
            ].compactMap(\.self)
            let told = ([languages.joined(separator: ", ")] + marks).filter { !$0.isEmpty }.joined(separator: "; ")
            lines.append(row("  " + SafeText.name(room.name, columns: Self.nameColumns - 2), "\(room.members)", told))
        }
        if status.privateRooms.rooms > 0 {
            let name = "  (\(count(status.privateRooms.rooms, "private room")))"
            lines.append(row(name, "\(status.privateRooms.members)", ""))
        }
        return lines.flatMap { Self.wrapped($0, indent: Self.nameColumns + 12) }
    }

    private func row(_ name: String, _ number: String, _ told: String) -> String {
        let gap = String(repeating: " ", count: max(8 - number.count, 0))
        return Self.trimmed(Self.padded(name, Self.nameColumns) + "  " + gap + number + "  " + SafeText.line(told))
    }

    // MARK: Engines

    private var engines: [String] {
        guard !status.engines.isEmpty else { return ["Engines  none: lines show as they were written"] }
        let head = Self.padded("Engines", 24) + Self.padded("", 10) + "   today  failed    usual  slowest"
        return [head] + status.engines.flatMap(lines)
    }

    private func lines(_ engine: StatusJSON.Engine) -> [String] {
        let states = ["in-use": "in use", "unknown": "not heard"]
        let figures = [
            Self.right("\(engine.answered)", 8), Self.right("\(engine.failed)", 8), Self.right(time(engine.usual), 9),
            Self.right(time(engine.slowest), 9),
        ]
        let first =
            Self.padded("  " + SafeText.name(engine.name, columns: 21), 24)
            + Self.padded(states[engine.state] ?? SafeText.name(engine.state, columns: 9), 10) + figures.joined()
        let reason = engine.reason.map { Self.wrapped("    it " + SafeText.line($0), indent: 4) } ?? []
        return [Self.trimmed(first)] + reason
    }

    private func time(_ milliseconds: Int?) -> String {
        guard let milliseconds else { return "" }
        return milliseconds < 10_000 ? "\(milliseconds) ms" : "\(milliseconds / 1_000) s"
    }

    // MARK: The rest

    private var rest: [String] {
        var lines = ["Disk     " + (status.disk.free.map { "\(QuantityText.size($0)) left" } ?? "not known")]
        let backup = status.backup.map { "\(Self.span(Int(now.timeIntervalSince1970) - $0)) ago" }
        lines.append("Backup   " + (backup ?? "none yet; docs/backups.md"))
        let chosen = status.chosen.map { "\(SafeText.name($0.lang, columns: 35)) \($0.times)" }.joined(separator: ", ")
        let week = "Chosen   " + (chosen.isEmpty ? "no language yet in the last week" : "in the last week: \(chosen)")
        return lines + Self.wrapped(week, indent: 9)
    }

    private var attention: [String] {
        guard !status.attention.isEmpty else { return ["Nothing needs attention."] }
        return ["Needs attention"]
            + status.attention.flatMap { Self.wrapped("  - " + SafeText.line($0.text), indent: 4) }
    }

    // MARK: Words and columns

    private func count(_ number: Int, _ thing: String) -> String { "\(number) \(thing)\(number == 1 ? "" : "s")" }

    /// The two largest units: `3 h 12 min`.
    static func span(_ seconds: Int) -> String {
        let seconds = max(seconds, 0)
        let parts = [
            (seconds / 86_400, "d"), (seconds / 3_600 % 24, "h"), (seconds / 60 % 60, "min"), (seconds % 60, "s"),
        ]
        let first = parts.firstIndex { $0.0 > 0 } ?? 3
        return parts[first..<min(first + 2, 4)].map { "\($0.0) \($0.1)" }.joined(separator: " ")
    }

    static func wrapped(_ text: String, indent: Int = 0) -> [String] {
        LineLayout.rows([Span(text)], columns: columns, indent: indent).map { trimmed(Painter.plain.paint($0)) }
    }

    private static func padded(_ text: String, _ columns: Int) -> String {
        text + String(repeating: " ", count: max(columns - displayWidth(of: text), 0))
    }

    private static func right(_ text: String, _ columns: Int) -> String {
        String(repeating: " ", count: max(columns - text.count, 0)) + text
    }

    private static func trimmed(_ text: String) -> String {
        String(text.reversed().drop { $0 == " " }.reversed())
    }
}
