import Foundation
import SabirCore
import Testing

@testable import SabirConfiguration

struct MomentTextTests {
    /// 2026-11-21T12:00:00Z
    static let now = Date(timeIntervalSince1970: 1_795_262_400)
    static let madrid = TimeZone(identifier: "Europe/Madrid")!

    private func span(_ since: String?, _ until: String?, _ zone: TimeZone = .gmt) throws -> ClosedRange<Int>? {
        try MomentText.span(since: since, until: until, now: Self.now, timeZone: zone)
    }

    private func milliseconds(_ iso: String) throws -> Int {
        Int(try Date(iso, strategy: .iso8601).timeIntervalSince1970 * 1_000)
    }

    @Test(arguments: [
        ("2026-11-21", "2026-11-21T00:00:00Z", "2026-11-22T00:00:00Z"),
        ("2026-11-21T14:30", "2026-11-21T14:30:00Z", "2026-11-21T14:31:00Z"),
        ("2026-11-21 14:30:07", "2026-11-21T14:30:07Z", "2026-11-21T14:30:08Z"),
        ("2026-11-21T14:30+01:00", "2026-11-21T13:30:00Z", "2026-11-21T13:31:00Z"),
        ("2026-11-21T14:30-03:30", "2026-11-21T18:00:00Z", "2026-11-21T18:01:00Z"),
        ("2024-02-29", "2024-02-29T00:00:00Z", "2024-03-01T00:00:00Z"),
    ]) func daysAndTimesCountWhole(_ text: String, _ first: String, _ next: String) throws {
        #expect(try span(text, text) == milliseconds(first)...milliseconds(next) - 1)
    }

    /// The night of 25 October 2026 has an hour twice: the day has 25 of them.
    @Test func daysAreThoseOfTheClockOnTheWall() throws {
        let day = try #require(try span("2026-10-25", "2026-10-25", Self.madrid))
        #expect(try day.lowerBound == milliseconds("2026-10-24T22:00:00Z"))
        #expect(day.count == 25 * 3_600_000)
    }

    @Test func howLongAgo() throws {
        #expect(try span("2h", nil) == milliseconds("2026-11-21T10:00:00Z")...Int.max)
        #expect(try span(nil, "3d") == 0...milliseconds("2026-11-18T12:00:00Z"))
        #expect(try span("90d", "30m")?.upperBound == milliseconds("2026-11-21T11:30:00Z"))
        #expect(try span("36500d", nil) == 0...Int.max, "before 1970 is the beginning")
        #expect(try span(nil, nil) == nil)
    }

    @Test(arguments: [
        "", "yesterday", "2026", "2026-11", "2026-13-01", "2026-02-30", "2025-02-29", "2026-11-21T24:00",
        "2026-11-21T12:60", "2026-11-21T12", "21.11.2026", "2026-11-21T", "٢٠٢٦-١١-٢١", "-3d", "3 weeks", "1e3d",
        "2026-11-21Z", "0000-00-00", "99999999999999999999d", "\u{1B}[31m", "3d\n",
    ]) func whatIsNoTimeIsTold(_ text: String) throws {
        let problem = #expect(throws: NodeError.self) { try span(text, nil) }
        let sentence = try #require(problem?.description)
        #expect(sentence.hasPrefix("--since") && sentence.contains("3d") && !sentence.contains("\u{1B}"))
        #expect(throws: NodeError.self) { try span(nil, text) }
    }

    @Test func nothingLiesBetweenLaterAndEarlier() {
        #expect(throws: NodeError.self) { try span("2026-11-21", "2026-11-20") }
        #expect(throws: NodeError.self) { try span("1h", "2h") }
    }

    @Test(arguments: [
        (0, "0 B"), (1_023, "1023 B"), (1_024, "1.0 KiB"), (4_300_000, "4.1 MiB"), (5_000_000_000, "4.7 GiB"),
    ]) func sizes(_ bytes: Int, _ text: String) { #expect(QuantityText.size(bytes) == text) }
}
