import Foundation
import Testing

@testable import SabirTranslation

struct DailyAllowanceTests {
    private let calendar: Calendar = {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        return calendar
    }()

    /// 2026-11-22, this many hours after midnight.
    private func at(_ hours: Double) -> Date { Date(timeIntervalSince1970: 1_795_305_600 + hours * 3_600) }

    @Test func moreThanTheDaysShareIsNotSentUntilMidnight() {
        var allowance = DailyAllowance(1_000)
        #expect(allowance.take(900, at: at(1), in: calendar) == nil)
        #expect(allowance.take(101, at: at(20), in: calendar) == .seconds(4 * 3_600))
        #expect(allowance.take(100, at: at(20), in: calendar) == nil, "what fits still goes")
        #expect(allowance.isUsedUp)
        #expect(allowance.take(1, at: at(23), in: calendar) == .seconds(3_600))
        #expect(allowance.take(1_000, at: at(24), in: calendar) == nil)
    }

    @Test func whatIsTooShortForASentenceIsGivenUp() {
        var allowance = DailyAllowance(1_000)
        #expect(allowance.take(990, at: at(1), in: calendar) == nil)
        #expect(allowance.take(11, at: at(1), in: calendar) != nil)
        #expect(!allowance.isUsedUp)
        #expect(allowance.take(1, at: at(1), in: calendar) == nil)
        #expect(allowance.take(10, at: at(1), in: calendar) != nil)
        #expect(allowance.isUsedUp)
        #expect(allowance.take(900, at: at(24), in: calendar) == nil)
        #expect(!allowance.isUsedUp)
    }

    @Test func aClockThatIsSetBackGivesNothingAnew() {
        var allowance = DailyAllowance(10)
        #expect(allowance.take(10, at: at(12), in: calendar) == nil)
        #expect(allowance.take(10, at: at(-30), in: calendar) != nil)
    }

    @Test func aRestartGivesNothingAnewAndAHundredthLessAtMost() throws {
        var allowance = DailyAllowance(1_000)
        var kept: DaySpent?
        var times = 0
        for _ in 0..<500 {
            #expect(allowance.take(1, at: at(1), in: calendar) == nil)
            if let due = allowance.reserve() { (kept, times) = (due, times + 1) }
            #expect(try #require(kept).characters >= allowance.spent)
        }
        #expect(times <= 51)
        var next = DailyAllowance(1_000, from: kept, at: at(2), in: calendar)
        #expect((500...510).contains(next.spent))
        #expect(next.take(500, at: at(2), in: calendar) != nil)
        #expect(next.take(490, at: at(2), in: calendar) == nil)
        #expect(next.take(1_000, at: at(24), in: calendar) == nil, "and tomorrow is another day")
    }

    @Test func aDayThatAWrongClockPutAheadEndsWithThisOne() {
        let ahead = DaySpent(ends: at(24 * 365), characters: 1_000)
        var allowance = DailyAllowance(1_000, from: ahead, at: at(1), in: calendar)
        #expect(allowance.take(1, at: at(2), in: calendar) == .seconds(22 * 3_600))
        #expect(allowance.take(1, at: at(24), in: calendar) == nil)
    }

    @Test func whatOthersTookIsTakenOverOnce() throws {
        var allowance = DailyAllowance(1_000)
        #expect(allowance.take(100, at: at(1), in: calendar) == nil)
        #expect(allowance.reserve()?.characters == 110)
        #expect(allowance.covers(10, at: at(1)) && !allowance.covers(11, at: at(1)) && !allowance.covers(1, at: at(25)))
        let theirs = DaySpent(ends: at(24), characters: 310)
        for _ in 0..<2 { allowance.merge(theirs, at: at(2), in: calendar) }
        #expect(allowance.spent == 300 && allowance.left(at: at(2)) == 700, "200 of theirs, and 10 set aside here.")
        allowance.merge(DaySpent(ends: at(24), characters: 50), at: at(2), in: calendar)
        allowance.merge(DaySpent(ends: at(0), characters: 900), at: at(2), in: calendar)
        #expect(allowance.spent == 300, "Neither less than is known nor of another day.")
        allowance.merge(DaySpent(ends: at(48), characters: 70), at: at(25), in: calendar)
        #expect(allowance.spent == 70 && allowance.left(at: at(25)) == 930, "Another began the new day.")
    }

    @Test func theEngineIsLeftAloneAndTheReaderTold() async {
        let account = EngineAccount(proofLasts: .zero, charactersPerDay: 10)
        do {
            try await account.spend(10, at: at(1))
            try await account.spend(1, at: at(1))
            Issue.record("the ceiling did not hold")
        } catch {
            guard case .dayUsedUp = error else {
                Issue.record("\(error)")
                return
            }
            let until = Date(timeIntervalSince1970: 0)
            let reason = UntranslatedReason(error, engine: "paid", rest: until, from: tag("es"), to: tag("ca"))
            #expect(reason == .resting(engine: "paid", until: until))
            #expect(error.text.contains("characters_per_day"))
        }
    }
}
