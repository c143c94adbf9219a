import Foundation

/// Formats the times of messages.
enum IRCTimestamp {
    /// ISO 8601 in UTC with milliseconds: `2026-11-21T15:04:05.678Z`.
    static func utc(_ ts: Int) -> String {
        var seconds = time_t(ts / 1_000)
        var parts = tm()
        gmtime_r(&seconds, &parts)
        let date = "\(Int(parts.tm_year) + 1900)-\(two(parts.tm_mon + 1))-\(two(parts.tm_mday))"
        let milliseconds = ts % 1_000
        let padding = milliseconds < 10 ? "00" : milliseconds < 100 ? "0" : ""
        return "\(date)T\(two(parts.tm_hour)):\(two(parts.tm_min)):\(two(parts.tm_sec)).\(padding)\(milliseconds)Z"
    }

    /// The time of day in this machine's time zone, for clients that do not read tags: `15:04`.
    static func clock(_ ts: Int) -> String {
        var seconds = time_t(ts / 1_000)
        var parts = tm()
        localtime_r(&seconds, &parts)
        return "\(two(parts.tm_hour)):\(two(parts.tm_min))"
    }

    private static func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
