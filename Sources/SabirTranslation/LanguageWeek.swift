import Foundation
import SabirProtocol

/// The languages that people chose, by day: only how often, not who, where or at what hour.
///
/// Holds the most recently counted day and the six days before, with the 100 most chosen languages of each.
package struct LanguageWeek: Equatable, Sendable {
    static let length = 7
    static let maximumLanguages = 100
    /// The most counted of one language in one day; larger numbers would tell nothing more.
    private static let most = 1_000_000

    /// Counts by days since 1 January 1970, in UTC.
    private var days: [Int: [LanguageTag: Int]] = [:]

    package init() {}

    package var isEmpty: Bool { days.isEmpty }

    /// Counts one choice. Ignores "und", which programs that only look use.
    mutating func count(_ language: LanguageTag, at time: Date) {
        guard language.primary != "und" else { return }
        let day = Self.day(time)
        forget(before: day)
        var counts = days[day] ?? [:]
        if counts[language] == nil, counts.count >= Self.maximumLanguages, let rarest = Self.byCount(counts).last {
            counts[rarest.key] = nil
        }
        counts[language] = min((counts[language] ?? 0) + 1, Self.most)
        days[day] = counts
    }

    /// Drops days more than a week old, and days that a wrong clock put into the future.
    mutating func forget(at time: Date) { forget(before: Self.day(time)) }

    private mutating func forget(before today: Int) {
        guard days.contains(where: { !Self.isRecent($0.key, today) }) else { return }
        days = days.filter { Self.isRecent($0.key, today) }
    }

    private static func isRecent(_ day: Int, _ today: Int) -> Bool { day > today - length && day <= today }

    /// How often each language was chosen in all, the most frequent first.
    package var languages: [(language: LanguageTag, times: Int)] {
        let all = days.values.reduce(into: [LanguageTag: Int]()) { $0.merge($1, uniquingKeysWith: +) }
        return Self.byCount(all).map { ($0.key, $0.value) }
    }

    private static func byCount(_ counts: [LanguageTag: Int]) -> [(key: LanguageTag, value: Int)] {
        counts.sorted { ($1.value, $0.key.description) < ($0.value, $1.key.description) }
    }

    static func day(_ time: Date) -> Int { Int((time.timeIntervalSince1970 / 86_400).rounded(.down)) }
}

/// Encoded as `{"days":{"2026-11-25":{"es":3}}}`.
extension LanguageWeek: Codable {
    private enum CodingKeys: CodingKey { case days }

    private static let style = Date.ISO8601FormatStyle(timeZone: .gmt).year().month().day()

    /// Throws if a day is malformed. A malformed language is left out.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        for (day, counts) in try container.decode([String: [String: Int]].self, forKey: .days) {
            let known = counts.compactMap { text, count in LanguageTag(text).map { ($0, min(max(count, 1), Self.most)) }
            }
            days[Self.day(try Self.style.parse(day))] = Dictionary(
                Self.byCount(Dictionary(known, uniquingKeysWith: max)).prefix(Self.maximumLanguages).map { ($0, $1) },
                uniquingKeysWith: max)
        }
    }

    package func encode(to encoder: any Encoder) throws {
        let told = days.map { day, counts in
            (
                Date(timeIntervalSince1970: Double(day) * 86_400).formatted(Self.style),
                Dictionary(counts.map { ($0.description, $1) }, uniquingKeysWith: max)
            )
        }
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(Dictionary(told, uniquingKeysWith: { $1 }), forKey: .days)
    }
}
