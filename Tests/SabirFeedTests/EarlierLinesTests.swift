import SabirProtocol
import SabirTranslation
import Testing

@testable import SabirFeed

/// What was said before a feed's own lines: to whoever returns, and to whoever asks for it.
struct EarlierLinesTests {
    @Test func whatIsMissedIsLookedForAFewNumbersAtATimeAndEachOfItsHolesIsTold() {
        var missed = MissedLines(after: 2, to: 20, atMost: 1_000, epoch: "e")
        #expect((1...4).map { _ in missed.nextRange() } == [3...10, 11...18, 19...20, nil])
        #expect(missed.advance(over: []).isEmpty)
        #expect(missed.advance(over: [.line(12), .line(13)]) == [.gap(3...11), .line(.line(12)), .line(.line(13))])
        #expect(missed.advance(over: [.line(19)]) == [.gap(14...18), .line(.line(19))])
        #expect(missed.finish() == [.gap(20...20)])
    }

    @Test func ofTooManyTheNewestAreLookedForAndTheRestIsAGap() {
        var missed = MissedLines(after: 0, to: 100, atMost: 4, epoch: "e")
        #expect(missed.nextRange() == 97...100 && missed.nextRange() == nil)
        #expect(missed.finish() == [.gap(1...100)])
    }

    @Test func onlyWhatItsReaderDoesNotReadIsTranslatedTheNewestFirst() async throws {
        let lines: [Message] = [.line(1), .line(2, "hola", "ca"), .line(3, "hello", "en"), .line(4), .line(5)]
        let page = HistoryPage(before: 6, messages: lines, more: false)
        var older = OlderLines(page, in: "r", for: "uk", reading: ["ca"])
        #expect(older.foreign.map(\.seq) == [1, 3, 4, 5])
        older.overBudget = [3]
        let node = CountingNode()
        var told: [Int: TranslationOutcome] = [:]
        try await older.translate(by: node) { told[$0.seq] = $0.translation }
        #expect(
            told == [
                1: .translated("[uk] hola"), 3: .overBudget, 4: .translated("[uk] hola"), 5: .translated("[uk] hola"),
            ])
        #expect(node.asked == ["hola es>uk", "hola es>uk", "hola es>uk"])
    }
}
