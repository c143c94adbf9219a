import Foundation
import SabirCore
import SabirHistory
import SabirTerminal
import SabirProtocol

/// Formats lines of the history for a terminal, by this machine's clock.
enum HistoryText {
    /// `2026-11-21`
    static func day(_ ts: Int) -> String { LocalTime.text(ts, "%Y-%m-%d") }

    /// `2026-11-21 14:30`
    static func minute(_ ts: Int) -> String { "\(day(ts)) \(LocalTime.minute(ts))" }

    /// `14:30:05`
    static func clock(_ ts: Int) -> String { LocalTime.text(ts, "%H:%M:%S") }

    /// The time for programs, in UTC with milliseconds.
    static func utc(_ ts: Int) -> String {
        Date(timeIntervalSince1970: Double(ts) / 1_000).formatted(
            Date.ISO8601FormatStyle(includingFractionalSeconds: true))
    }

    static func times(_ times: ClosedRange<Int>) -> String {
        "\(minute(times.lowerBound)) – \(minute(times.upperBound))"
    }

    static func lines(_ count: Int) -> String { count == 1 ? "1 line" : "\(count) lines" }

    static func rooms(_ count: Int) -> String { count == 1 ? "1 room" : "\(count) rooms" }

    /// `12 lines in 2 rooms`
    static func extent(_ lines: Int, rooms count: Int) -> String { "\(self.lines(lines)) in \(rooms(count))" }

    static func extent(_ rooms: [RoomSummary]) -> String {
        extent(rooms.reduce(0) { $0 + $1.lines }, rooms: rooms.count)
    }

    /// A line with its author and the role that the host vouched for when the line was said; no name can imitate it.
    static func said(_ message: Message, _ text: String? = nil) -> String {
        let name = Badge.name(message.from, message.role?.rawValue)
        return "\(name) (\(message.lang)): \(SafeText.line(text ?? message.text))"
    }
}
