import Foundation
import SabirCore

/// Formats the times of messages.
enum IRCTimestamp {
    private static let style = Date.ISO8601FormatStyle()

    /// ISO 8601 in UTC with milliseconds: `2026-11-21T15:04:05.678Z`.
    static func utc(_ ts: Int) -> String {
        // Whole seconds alone: as a fraction of a Double, 7 ms can become 6.
        let second = Date(timeIntervalSince1970: Double(ts / 1_000)).formatted(style)
        return "\(second.dropLast()).\(String(1_000 + ts % 1_000).dropFirst())Z"
    }

    /// The time of day in this machine's time zone, for clients that do not read tags: `15:04`.
    static func clock(_ ts: Int) -> String { LocalTime.minute(ts) }
}
