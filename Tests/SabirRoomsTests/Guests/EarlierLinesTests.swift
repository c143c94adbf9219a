import SabirProtocol
import Testing

@testable import SabirClient

/// Paging back, without a host.
@Suite struct EarlierLinesTests {
    private func lines(_ numbers: ClosedRange<Int>) -> [Message] {
        numbers.map {
            Message(
                seq: $0, id: MessageID(), ts: $0, member: MemberID(rawValue: "m"), from: "anna",
                lang: "es", text: "line \($0)")
        }
    }

    private func page(_ numbers: ClosedRange<Int>, more: Bool) -> HistoryPage {
        HistoryPage(before: numbers.upperBound + 1, messages: lines(numbers), more: more)
    }

    private func shown(_ step: EarlierLines.Step) -> [Int]? {
        if case .show(let page) = step { page.messages.map(\.seq) } else { nil }
    }

    @Test func eachTimeItGoesOnWhereItStopped() {
        var earlier = EarlierLines()
        earlier.markShown(41)
        earlier.markShown(42)
        #expect(earlier.ask(before: nil, limit: 20, now: .now) == HistoryRequest(before: 41, limit: 20))
        #expect(shown(earlier.add(page(21...40, more: true))) == Array(21...40))
        #expect(earlier.ask(before: nil, limit: 20, now: .now) == HistoryRequest(before: 21, limit: 20))
        #expect(shown(earlier.add(page(1...20, more: false))) == Array(1...20))
    }

    @Test func beforeAnythingWasShownTheNewestAreAskedFor() {
        var earlier = EarlierLines()
        #expect(earlier.ask(before: nil, limit: 5, now: .now) == HistoryRequest(before: nil, limit: 5))
        let step = earlier.add(HistoryPage(before: 8, messages: [], more: false))
        #expect(step == .show(HistoryPage(before: 8, messages: [], more: false)))
        #expect(earlier.ask(before: nil, limit: 5, now: .now)?.before == 8)
    }

    @Test func manyLinesAreAskedForInSeveralPages() {
        var earlier = EarlierLines()
        #expect(earlier.ask(before: 500, limit: 200, now: .now) == HistoryRequest(before: 500, limit: 100))
        #expect(earlier.add(page(400...499, more: true)) == .ask(HistoryRequest(before: 400, limit: 100)))
        #expect(earlier.add(page(340...399, more: true)) == .ask(HistoryRequest(before: 340, limit: 40)))
        guard case .show(let all) = earlier.add(page(300...339, more: true)) else {
            Issue.record("not shown")
            return
        }
        #expect(all.messages.map(\.seq) == Array(300...499) && all.before == 500 && all.more)
    }

    @Test func anEmptyPageEndsItWhateverItSays() {
        var earlier = EarlierLines()
        _ = earlier.ask(before: 10, limit: 20, now: .now)
        #expect(shown(earlier.add(HistoryPage(before: 10, messages: [], more: true))) == [])
    }

    @Test func oneAnswerIsWaitedForAtATimeAndNotForEver() {
        var earlier = EarlierLines()
        let start = ContinuousClock.now
        #expect(earlier.ask(before: nil, limit: 5, now: start) != nil)
        #expect(earlier.ask(before: nil, limit: 5, now: start + .seconds(9)) == nil)
        #expect(earlier.ask(before: nil, limit: 5, now: start + .seconds(10)) != nil)
        earlier.cancelSearch()
        #expect(earlier.add(page(1...5, more: false)) == .nothing)
    }
}
