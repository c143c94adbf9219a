import Foundation
import Testing

@testable import SabirTranslation

/// What became of an engine's requests since midnight.
struct EngineFiguresTests {
    /// 25 November 2026, 23:59 in UTC.
    private let late = Date(timeIntervalSince1970: 1_795_651_140)
    private let calendar: Calendar = {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        return calendar
    }()

    @Test func anAnswersTimeCountsAndAFailuresDoesNot() {
        var figures = EngineFigures()
        #expect(figures.usual == nil)
        figures.count(answered: true, took: .milliseconds(100), at: late, in: calendar)
        figures.count(answered: true, took: .milliseconds(301), at: late, in: calendar)
        figures.count(answered: false, took: .seconds(20), at: late, in: calendar)
        #expect((figures.answered, figures.failed, figures.usual, figures.slowest) == (2, 1, 200, 301))
    }

    @Test func atMidnightItBeginsAnew() {
        var figures = EngineFigures()
        figures.count(answered: true, took: .seconds(9), at: late, in: calendar)
        figures.count(answered: false, took: .zero, at: late, in: calendar)
        #expect(figures.today(late + 59) == figures)
        #expect(figures.today(late + 60) == EngineFigures(), "nothing was asked yet on the new day")
        figures.count(answered: true, took: .milliseconds(5), at: late + 60, in: calendar)
        #expect((figures.answered, figures.failed, figures.usual, figures.slowest) == (1, 0, 5, 5))
    }

    @Test func aClockThatIsSetBackBeginsNoNewDay() {
        var figures = EngineFigures()
        figures.count(answered: true, took: .zero, at: late, in: calendar)
        figures.count(answered: true, took: .zero, at: late - 7_200, in: calendar)
        #expect(figures.answered == 2)
    }
}
