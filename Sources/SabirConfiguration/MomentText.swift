import Foundation
import SabirCore

/// Parses times as people write them: a day `2026-11-21`, a time `2026-11-21T14:30`, or an age `3d`, `2h`, `30m`.
package enum MomentText {
    /// The span in milliseconds since 1970; nil if neither end is given. A day or minute counts as a whole: "until
    /// `2026-11-21`" means until the end of that day.
    package static func span(
        since: String?, until: String?, now: Date = Date(), timeZone: TimeZone = .current
    ) throws(NodeError) -> ClosedRange<Int>? {
        guard since != nil || until != nil else { return nil }
        var (first, last) = (0, Int.max)
        if let since { first = try moment(since, "--since", now, timeZone).lowerBound }
        if let until { last = try moment(until, "--until", now, timeZone).upperBound }
        guard first <= last else { throw NodeError(description: "--since lies after --until.") }
        return first...last
    }

    private static func moment(
        _ text: String, _ option: String, _ now: Date, _ timeZone: TimeZone
    ) throws(NodeError) -> ClosedRange<Int> {
        if let ago = QuantityText.duration(text) {
            let moment = milliseconds(now) - Int(ago / .milliseconds(1))
            return max(0, moment)...max(0, moment)
        }
        guard let moment = written(text, timeZone) else {
            throw NodeError(
                description: "\(option) \"\(printable(text, atMost: 40))\" is no time. Write a day (2026-11-21), a "
                    + "time (2026-11-21T14:30), or how long ago (3d, 2h, 30m).")
        }
        return moment
    }

    /// ISO 8601 as people write it by hand: local time, unless `Z` or `+01:00` follows.
    private static func written(_ text: String, _ timeZone: TimeZone) -> ClosedRange<Int>? {
        let form =
            /([0-9]{4})-([0-9]{2})-([0-9]{2})(?:[T ]([0-9]{2}):([0-9]{2})(?::([0-9]{2}))?(Z|[+-][0-9]{2}:[0-9]{2})?)?/
        guard let match = text.wholeMatch(of: form)?.output else { return nil }
        func number(_ text: Substring?) -> Int { text.flatMap { Int($0) } ?? 0 }
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = match.7.flatMap(zone) ?? timeZone
        let clock = (number(match.4), number(match.5), number(match.6))
        guard (1970...9999).contains(number(match.1)), (1...12).contains(number(match.2)), clock.0 < 24, clock.1 < 60,
            clock.2 < 60
        else { return nil }
        let parts = DateComponents(
            year: number(match.1), month: number(match.2), day: number(match.3), hour: clock.0, minute: clock.1,
            second: clock.2)
        guard let date = calendar.date(from: parts), calendar.component(.day, from: date) == parts.day else {
            return nil
        }
        let unit: Calendar.Component = match.4 == nil ? .day : match.6 == nil ? .minute : .second
        guard let next = calendar.date(byAdding: unit, value: 1, to: date) else { return nil }
        return milliseconds(date)...milliseconds(next) - 1
    }

    private static func zone(_ text: Substring) -> TimeZone? {
        if text == "Z" { return .gmt }
        guard let hours = Int(text.dropFirst().prefix(2)), let minutes = Int(text.suffix(2)), minutes < 60 else {
            return nil
        }
        return TimeZone(secondsFromGMT: (text.first == "-" ? -1 : 1) * (hours * 3_600 + minutes * 60))
    }

    private static func milliseconds(_ date: Date) -> Int { Int((date.timeIntervalSince1970 * 1_000).rounded()) }
}
