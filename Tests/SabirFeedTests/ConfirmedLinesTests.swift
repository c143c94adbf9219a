import SabirProtocol
import SabirTranslation
import Testing

@testable import SabirFeed

/// What a person has confirmed, as readers of its language get it, and what waits for that.
struct ConfirmedLinesTests {
    private static func confirmation(_ seq: Int, of line: Int, _ text: String, _ lang: LanguageTag) -> Message {
        Message(
            seq: seq, id: .numbered(seq), ts: 1_000, member: MemberID(rawValue: "m9"), from: "Rosa", lang: lang,
            text: text, reply: .numbered(line), role: .interpreter,
            revision: .confirms(.numbered(line), of: .numbered(line)))
    }

    private static func told(_ seq: Int, _ lang: LanguageTag, _ by: Message) -> FeedEvent.Translated {
        .init(id: .numbered(seq), seq: seq, lang: lang, translation: TranslationOutcome(confirmedBy: by)!)
    }

    @Test func readersOfItsLanguageAreToldAndNobodyElse() {
        var feed = FeedState.test()
        for lang in ["uk", "ar"] as [LanguageTag] { _ = feed.addReader(lang) }
        _ = feed.apply(.message(.line(1)), now: at(0))
        _ = feed.recordAnswer(to: .line(1, "uk"), .translated("привіт"))
        let line = Self.confirmation(2, of: 1, "вітаю", "uk")

        let actions = feed.apply(.message(line), now: at(0))

        #expect(
            actions == [
                .tell(.line(line), .everyone), .tell(.translation(Self.told(1, "uk", line)), .readers(of: "uk")),
            ], "And no engine is asked for what a person said of another line.")
        let confirmed = TranslationOutcome(confirmedBy: line)!
        #expect(confirmed.state == .confirmed && confirmed.warnings.isEmpty)
        let person = confirmed.confirmation
        #expect(person?.name == "Rosa" && person?.role == .interpreter && person?.ts == 1_000)
    }

    @Test func itStandsAgainstAnAnswerThatComesLateAndForWhoeverComesLater() {
        var feed = FeedState.test()
        _ = feed.addReader("uk")
        _ = feed.apply(.message(.line(1)), now: at(0))
        let line = Self.confirmation(2, of: 1, "вітаю", "uk")
        _ = feed.apply(.message(line), now: at(0))
        #expect(feed.recordAnswer(to: .line(1, "uk"), .translated("привіт")) == [])
        _ = feed.retranslateAll()
        #expect(
            feed.translations(for: "uk", seeing: VisibleLines(after: 0)) == [.translation(Self.told(1, "uk", line))])

        var later = FeedState.test()
        _ = later.apply(.message(.line(1)), now: at(0))
        _ = later.apply(.message(line), now: at(0))
        #expect(later.addReader("uk") == [], "No engine is asked.")
        #expect(
            later.translations(for: "uk", seeing: VisibleLines(after: 0)) == [.translation(Self.told(1, "uk", line))])
        #expect(later.translations(for: "uk", seeing: VisibleLines(after: 1)) == [], "Not who may not see the line.")
    }

    @Test func nothingOfItIsLeftOnceItsLineIsTakenBack() {
        var feed = FeedState.test()
        _ = feed.addReader("uk")
        _ = feed.apply(.message(.line(1)), now: at(0))
        _ = feed.apply(.message(Self.confirmation(2, of: 1, "вітаю", "uk")), now: at(0))
        let retraction = Message(
            seq: 3, id: .numbered(3), ts: 0, member: MemberID(rawValue: "m1"), from: "anna", lang: "en", text: "",
            revision: .retracts(.numbered(1)))
        _ = feed.apply(.message(retraction), now: at(0))
        #expect(feed.lines.map(\.message.text) == ["", "", ""])
        #expect(feed.translations(for: "uk", seeing: VisibleLines(after: 0)) == [])
        #expect(feed.lines.allSatisfy { feed.confirmed($0, for: "uk") == nil })
    }

    @Test func whatCouldHarmWaitsUntilSomebodyConfirmsIt() {
        var feed = FeedState.test()
        for lang in ["uk", "ar"] as [LanguageTag] { _ = feed.addReader(lang) }
        for seq in 1...3 { _ = feed.apply(.message(.line(seq)), now: at(0)) }
        var doubtful = TranslationOutcome.translated("2")
        doubtful.warnings = [TranslationWarning(kind: .numbers)]
        _ = feed.recordAnswer(to: .line(1, "uk"), doubtful)
        _ = feed.recordAnswer(to: .line(2, "uk"), .translated("привіт"))
        _ = feed.recordAnswer(to: .line(3, "uk"), .untranslated(.noEngine))
        func waiting(_ lang: LanguageTag, after seq: Int = 0) -> [Int] {
            feed.awaitingConfirmation(in: lang, seeing: VisibleLines(after: seq)).map(\.message.seq)
        }
        #expect(waiting("uk") == [1, 3])
        #expect(waiting("uk", after: 1) == [3], "Nothing from before one came.")
        #expect(waiting("ar") == [], "Nothing is translated yet.")
        _ = feed.apply(.message(Self.confirmation(4, of: 1, "два", "uk")), now: at(0))
        #expect(waiting("uk") == [3])
    }

    private static let page = HistoryPage(before: 2, messages: [.line(1)], more: false)

    @Test func olderLinesHaveWhatWasConfirmedOfThem() {
        let line = Self.confirmation(2, of: 1, "вітаю", "uk")
        let older = OlderLines(Self.page, in: "r", for: "uk", confirmations: [line])
        #expect(older.confirmed == [1: TranslationOutcome(confirmedBy: line)!])
        #expect(older.foreign.map(\.seq) == [1])
        let others = OlderLines(Self.page, in: "r", for: "ar", confirmations: [line])
        #expect(others.confirmed == [:] && others.foreign.map(\.seq) == [1])
    }
}
