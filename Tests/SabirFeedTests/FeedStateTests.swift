import SabirProtocol
import SabirTranslation
import Testing

@testable import SabirFeed

struct FeedStateTests {
    @Test func aLineIsToldAtOnceAndAskedForOncePerLanguageRead() {
        var feed = FeedState.test()
        for lang in ["uk", "uk", "ar", "es", "es-MX"] as [LanguageTag] { _ = feed.addReader(lang) }

        let actions = feed.apply(.message(.line(1)), now: at(0))

        #expect(actions.first == .tell(.line(.line(1)), .everyone))
        #expect(Set(actions.dropFirst()) == [.translate(.line(1, "uk")), .translate(.line(1, "ar"))])
    }

    @Test func anAnswerGoesToThoseWhoReadItsLanguage() {
        var feed = FeedState.test()
        _ = feed.addReader("uk")
        _ = feed.apply(.message(.line(1)), now: at(0))

        let actions = feed.recordAnswer(to: .line(1, "uk"), .translated("привіт"))

        let told = FeedEvent.Translated(id: .numbered(1), seq: 1, lang: "uk", translation: .translated("привіт"))
        #expect(actions == [.tell(.translation(told), .readers(of: "uk"))])
    }

    private static let second = SecondReading(
        way: .back, text: "hola 3", language: "es", engine: "test",
        difference: TranslationWarning(kind: .secondLook, words: ["2"], counterparts: ["3"]))

    @Test func whatASecondLookFoundIsToldToReadersOfItsLanguageAndToWhoeverComes() {
        var feed = FeedState.test()
        _ = feed.addReader("uk")
        _ = feed.apply(.message(.line(1)), now: at(0))
        _ = feed.recordAnswer(to: .line(1, "uk"), .translated("привіт"))

        let actions = feed.recordSecondReading(of: .translated("привіт"), .line(1, "uk"), Self.second)

        let outcome = TranslationOutcome.translated("привіт").with(Self.second)
        let told = FeedEvent.Translated(id: .numbered(1), seq: 1, lang: "uk", translation: outcome)
        #expect(outcome.warnings.map(\.kind) == [.secondLook])
        #expect(actions == [.tell(.translation(told), .readers(of: "uk"))])
        #expect(feed.translations(for: "uk", seeing: VisibleLines(after: 0)) == [.translation(told)])
        #expect(feed.recordSecondReading(of: .translated("привіт"), .line(1, "uk"), Self.second).isEmpty, "Once.")
    }

    @Test func thatASecondLookAgreesIsToldToStaffAlone() {
        var feed = FeedState.test()
        _ = feed.addReader(ReaderID(number: 1), .init(listening: .visitor(.anna, "uk")))
        _ = feed.apply(.message(.line(1)), now: at(0))
        _ = feed.recordAnswer(to: .line(1, "uk"), .translated("привіт"))
        let agrees = SecondReading(way: .back, text: "hola", language: "es", engine: "test", difference: nil)
        let actions = feed.recordSecondReading(of: .translated("привіт"), .line(1, "uk"), agrees)
        guard case .tell(let event, .desks(of: "uk"))? = actions.first, actions.count == 1 else {
            Issue.record("\(actions)")
            return
        }
        let desk = ReaderID(number: 1_000_000)
        _ = feed.addReader(desk, .init(listening: .desk("uk"), visible: VisibleLines(after: 0)))
        _ = feed.addReader(ReaderID(number: 1_000_001), .init(listening: .desk("ar"), visible: VisibleLines(after: 0)))
        _ = feed.addReader(ReaderID(number: 1_000_002), .init(listening: .desk("uk"), visible: VisibleLines(after: 1)))
        #expect(feed.readers.recipients(of: event.line, .desks(of: "uk")) == [desk])
    }

    @Test func aSecondLookAtWhatIsGoneOrTranslatedAnewIsToldToNobody() {
        func told(after change: (inout FeedState) -> Void) -> [FeedAction] {
            var feed = FeedState.test()
            _ = feed.addReader("uk")
            _ = feed.apply(.message(.line(1)), now: at(0))
            _ = feed.recordAnswer(to: .line(1, "uk"), .translated("привіт"))
            change(&feed)
            return feed.recordSecondReading(of: .translated("привіт"), .line(1, "uk"), Self.second)
        }
        let retraction = Message(
            seq: 2, id: .numbered(2), ts: 1_002, member: .anna, from: "Anna", lang: "es", text: "",
            revision: .retracts(.numbered(1)))
        #expect(told { _ in }.count == 1)
        #expect(told { _ = $0.apply(.message(retraction), now: at(1)) }.isEmpty)
        #expect(told { _ = $0.apply(.cleared, now: at(1)) }.isEmpty)
        #expect(told { _ = $0.apply(.forgotten([1]), now: at(1)) }.isEmpty)
        #expect(told { _ = $0.retranslateAll() }.isEmpty)
        #expect(told { $0.beginEpoch("another", newest: 0) }.isEmpty)
    }

    @Test func noMoreAreAskedAtOnceThanAllowed() {
        var feed = FeedState.test(atOnce: 2)
        _ = feed.addReader("uk")
        let asked = (1...3).map { feed.apply(.message(.line($0)), now: at(0)) }.map(\.questions)
        #expect(asked == [[.line(1, "uk")], [.line(2, "uk")], []])
        #expect(feed.recordAnswer(to: .line(2, "uk"), .translated("б")).questions == [.line(3, "uk")])
    }

    @Test func aReaderWhoComesIsOwedTheNewestLinesTheNewestFirst() {
        var feed = FeedState.test(repeated: 2)
        for seq in 1...3 { _ = feed.apply(.message(.line(seq)), now: at(0)) }
        #expect(feed.addReader("uk").questions == [.line(3, "uk"), .line(2, "uk")])
        #expect(feed.addReader("uk").questions.isEmpty)
    }

    @Test func whoComesLaterIsOwedNothingOfWhatWasSaidBefore() {
        var feed = FeedState.test()
        for seq in 1...3 { _ = feed.apply(.message(.line(seq)), now: at(0)) }

        #expect(feed.addReader("uk", seeing: VisibleLines(after: 2)).questions == [.line(3, "uk")])
        #expect(feed.addReader("ar", seeing: VisibleLines(after: 3)).questions.isEmpty)
        #expect(feed.apply(.message(.line(4)), now: at(0)).questions.count == 2)
    }

    @Test func afterOtherBooksNobodyIsToldATranslationFromBefore() {
        var feed = FeedState.test(repeated: 2)
        _ = feed.addReader("uk")
        for seq in 1...3 { _ = feed.apply(.message(.line(seq)), now: at(0)) }
        for seq in 1...3 { _ = feed.recordAnswer(to: .line(seq, "uk"), .translated("а")) }

        let actions = feed.retranslateAll()

        #expect(actions.questions == [.line(3, "uk"), .line(2, "uk")], "Whoever is here is owed the newest anew.")
        #expect(feed.translations(for: "uk", seeing: VisibleLines(after: 0)).isEmpty)
        #expect(!feed.recordAnswer(to: .line(3, "uk"), .translated("б")).isEmpty)
        #expect(feed.translations(for: "uk", seeing: VisibleLines(after: 0)).count == 1)
    }

    @Test func whatOthersReadOfALineIsNotForWhoComesLater() {
        var feed = FeedState.test()
        _ = feed.addReader("uk")
        for seq in 1...2 { _ = feed.apply(.message(.line(seq)), now: at(0)) }
        for seq in 1...2 { _ = feed.recordAnswer(to: .line(seq, "uk"), .translated("а")) }
        let newcomer = VisibleLines(after: 1)
        _ = feed.addReader("uk", seeing: newcomer)

        let seen = feed.replay(after: 0, atMost: 50, for: "uk", seeing: newcomer)

        #expect(seen.count == 2 && seen.allSatisfy { $0.line == 2 })
        #expect(feed.translations(for: "uk", seeing: VisibleLines(after: 2)).isEmpty)
        #expect(feed.translations(for: "uk", seeing: VisibleLines(after: 0)).count == 2)
    }

    @Test func whatWasMissedIsNotAskedForWhoComesLater() {
        var feed = FeedState.test()
        _ = feed.apply(.message(.line(1)), now: at(0))
        _ = feed.addReader("uk", seeing: VisibleLines(after: 3))
        #expect(feed.addMissed((2...4).map { .line($0) }, now: at(0)).questions == [.line(4, "uk")])
    }

    @Test func anEngineThatIsBackIsNotAskedForWhatNobodyHereMaySee() {
        var feed = FeedState.test()
        _ = feed.addReader("uk")
        _ = feed.apply(.message(.line(1)), now: at(0))
        _ = feed.recordAnswer(to: .line(1, "uk"), .untranslated)
        _ = feed.addReader("uk", seeing: VisibleLines(after: 1))
        feed.removeReader("uk")
        #expect(feed.retryUntranslated(after: .back, now: at(1)).questions.isEmpty)
    }

    @Test func whoeverLeavesTakesTheQuestionsAlongThatWereItsAlone() {
        var feed = FeedState.test(atOnce: 1)
        for seq in 1...3 { _ = feed.apply(.message(.line(seq)), now: at(0)) }
        _ = feed.addReader("uk")
        _ = feed.addReader("uk", seeing: VisibleLines(after: 1))
        #expect(feed.questions.waitingCount == 2)
        feed.removeReader("uk")
        #expect(feed.questions.waitingCount == 1)
    }

    @Test func linesJustSaidComeBeforeThoseOwed() {
        var feed = FeedState.test(atOnce: 1)
        for seq in 1...3 { _ = feed.apply(.message(.line(seq)), now: at(0)) }
        #expect(feed.addReader("uk").questions == [.line(3, "uk")])
        _ = feed.apply(.message(.line(4)), now: at(0))
        #expect(feed.recordAnswer(to: .line(3, "uk"), .translated("в")).questions == [.line(4, "uk")])
        #expect(feed.recordAnswer(to: .line(4, "uk"), .translated("г")).questions == [.line(2, "uk")])
    }

    @Test func withoutReadersNothingWaits() {
        var feed = FeedState.test(atOnce: 1)
        _ = feed.addReader("uk")
        for seq in 1...3 { _ = feed.apply(.message(.line(seq)), now: at(0)) }
        feed.removeReader("uk")
        #expect(feed.questions.waitingCount == 0)
        #expect(feed.recordAnswer(to: .line(1, "uk"), .translated("а")).questions.isEmpty)
    }

    @Test func anEngineThatIsBackIsAskedForWhatIsUntranslatedAndNotTooOld() {
        var feed = FeedState.test()
        _ = feed.addReader("uk")
        for seq in 1...3 { _ = feed.apply(.message(.line(seq)), now: at(Double(seq) * 600)) }
        _ = feed.recordAnswer(to: .line(1, "uk"), .untranslated)
        _ = feed.recordAnswer(to: .line(2, "uk"), .translated("б"))
        _ = feed.recordAnswer(to: .line(3, "uk"), .untranslated)
        #expect(feed.retryUntranslated(after: .back, now: at(1_800)).questions == [.line(3, "uk")])
    }

    /// What an engine could not do may be answered after the news that it is back.
    @Test func anAnswerThatIsOlderThanTheNewsOfAnEngineIsAskedForAgain() {
        var feed = FeedState.test()
        _ = feed.addReader("uk")
        _ = feed.apply(.message(.line(1)), now: at(0))
        #expect(feed.retryUntranslated(after: .back, now: at(1)).questions.isEmpty)
        #expect(feed.recordAnswer(to: .line(1, "uk"), .untranslated).questions == [.line(1, "uk")])
        #expect(feed.recordAnswer(to: .line(1, "uk"), .untranslated).questions.isEmpty)
        #expect(feed.retryUntranslated(after: .back, now: at(2)).questions == [.line(1, "uk")])
    }

    @Test func whatAWellEngineFailedAtIsAskedForAgainAndNotForEver() {
        var feed = FeedState.test()
        _ = feed.addReader("uk")
        for seq in 1...2 { _ = feed.apply(.message(.line(seq)), now: at(0)) }
        _ = feed.recordAnswer(to: .line(1, "uk"), .translated("а"))
        _ = feed.recordAnswer(to: .line(2, "uk"), .untranslated)
        #expect(feed.retryUntranslated(after: .proved, now: at(1)).questions == [.line(2, "uk")])
        // Its news comes before the answer this time.
        #expect(feed.retryUntranslated(after: .proved, now: at(2)).questions.isEmpty)
        #expect(feed.recordAnswer(to: .line(2, "uk"), .untranslated).questions == [.line(2, "uk")])
        _ = feed.recordAnswer(to: .line(2, "uk"), .untranslated)
        #expect(feed.retryUntranslated(after: .proved, now: at(3)).questions.isEmpty)
        #expect(feed.retryUntranslated(after: .back, now: at(4)).questions == [.line(2, "uk")])
    }

    @Test func aNoticeThatAnEngineFailedAtIsAskedForAgain() {
        var feed = FeedState.test()
        _ = feed.addReader("uk")
        let notice = Notice(text: "hoy cerramos", lang: "es", ts: 7)
        let asked = feed.pin(notice).questions
        #expect(asked.count == 1)
        _ = feed.retryUntranslated(after: .proved, now: at(1))
        #expect(feed.recordAnswer(to: asked[0], .untranslated).questions == asked)
    }

    @Test func aLineThatGoesUntranslatedIsSaidToBe() {
        var feed = FeedState.test(kept: 2, atOnce: 1)
        _ = feed.addReader("uk")
        _ = feed.apply(.message(.line(1)), now: at(0))
        _ = feed.apply(.message(.line(2)), now: at(0))
        _ = feed.apply(.message(.line(3)), now: at(0))
        let actions = feed.apply(.message(.line(4)), now: at(0))
        let told = FeedEvent.Translated(id: .numbered(2), seq: 2, lang: "uk", translation: .busy)
        #expect(actions == [.tell(.line(.line(4)), .everyone), .tell(.translation(told), .readers(of: "uk"))])
        #expect(feed.lines.map(\.message.seq) == [3, 4])
    }

    private func leaving() -> FeedState {
        var feed = FeedState.test(kept: 2, atOnce: 2)
        _ = feed.addReader("uk")
        for seq in 1...4 { _ = feed.apply(.message(.line(seq)), now: at(0)) }
        return feed
    }

    @Test func aTranslationThatWasUnderWayWhenItsLineWentIsToldAllTheSame() {
        var feed = leaving()
        #expect(feed.lines.map(\.message.seq) == [3, 4])
        let told = FeedEvent.Translated(id: .numbered(1), seq: 1, lang: "uk", translation: .translated("а"))
        let actions = feed.recordAnswer(to: .line(1, "uk"), .translated("а"))
        #expect(actions.first == .tell(.translation(told), .readers(of: "uk")))
        #expect(feed.recordAnswer(to: .line(1, "uk"), .translated("а")).isEmpty, "It is told once.")
    }

    @Test func ofALineThatIsGoneAndForgottenNothingIsTold() {
        func told(_ change: (inout FeedState) -> Void) -> Bool {
            var feed = leaving()
            change(&feed)
            return feed.recordAnswer(to: .line(1, "uk"), .translated("а")).contains {
                if case .tell(.translation, _) = $0 { true } else { false }
            }
        }
        #expect(told { _ in })
        #expect(!told { _ = $0.apply(.cleared, now: at(1)) })
        #expect(!told { _ = $0.apply(.forgotten([1]), now: at(1)) })
        #expect(!told { $0.beginEpoch("f", newest: 0) })
        let retraction = Message(
            seq: 5, id: .numbered(5), ts: 1_005, member: .anna, from: "Anna", lang: "es", text: "",
            revision: .retracts(.numbered(1)))
        #expect(!told { _ = $0.apply(.message(retraction), now: at(1)) })
    }

    @Test func noEngineIsAskedForWhatIsOverBudgetAndItsReadersAreToldAtOnce() {
        var feed = FeedState.test(atOnce: 1, overBudget: 2...2)
        for lang in ["uk", "es"] as [LanguageTag] { _ = feed.addReader(lang) }
        _ = feed.apply(.message(.line(1)), now: at(0))
        let told = FeedEvent.Translated(id: .numbered(2), seq: 2, lang: "uk", translation: .overBudget)
        #expect(
            feed.apply(.message(.line(2)), now: at(0))
                == [.tell(.line(.line(2)), .everyone), .tell(.translation(told), .readers(of: "uk"))])
        #expect(feed.apply(.message(.line(3)), now: at(0)) == [.tell(.line(.line(3)), .everyone)])
        #expect(feed.recordAnswer(to: .line(1, "uk"), .translated("а")).questions == [.line(3, "uk")])
        #expect(feed.retryUntranslated(after: .back, now: at(1)).questions.isEmpty)
    }

    @Test func whoComesLaterIsToldWhatIsOverBudgetToo() {
        var feed = FeedState.test(overBudget: 1...2)
        _ = feed.addMissed([.line(1), .line(2), .line(3)], now: at(0))
        #expect(feed.addReader("uk").questions == [.line(3, "uk")])
        let told = [1, 2].map {
            FeedEvent.Translated(id: .numbered($0), seq: $0, lang: "uk", translation: .overBudget)
        }
        #expect(feed.replay(after: 0, atMost: 50, for: "uk").suffix(2) == told.map(FeedEvent.translation))
    }

    @Test func aHoleInTheNumbersIsFilledFromTheRoom() {
        var feed = FeedState.test()
        _ = feed.apply(.message(.line(1)), now: at(0))
        #expect(feed.apply(.message(.line(4)), now: at(0)) == [.catchUp])
        let actions = feed.addMissed([.line(2), .line(3), .line(4)], now: at(0))
        #expect(actions == (2...4).map { .tell(.line(.line($0)), .everyone) })
        #expect(feed.apply(.message(.line(4)), now: at(0)).isEmpty)
    }

    @Test func aReplayHoldsTheLinesAndWhatIsKnownOfThem() {
        var feed = FeedState.test()
        _ = feed.addReader("uk")
        _ = feed.apply(.message(.line(1)), now: at(0))
        _ = feed.apply(.message(.line(2, "вітаю", "uk")), now: at(0))
        _ = feed.recordAnswer(to: .line(1, "uk"), .translated("а"))
        let told = FeedEvent.Translated(id: .numbered(1), seq: 1, lang: "uk", translation: .translated("а"))
        let second = Message.line(2, "вітаю", "uk")
        #expect(feed.replay(after: 0, atMost: 50, for: "uk") == [.line(.line(1)), .line(second), .translation(told)])
        #expect(feed.replay(after: 1, atMost: 50, for: "es") == [.line(second)])
        #expect(feed.replay(after: 0, atMost: 1, for: "es") == [.line(second)])
    }

    @Test func aNoticeIsTranslatedForEachLanguageAndTakenDown() {
        var feed = FeedState.test()
        _ = feed.addReader("uk")
        let notice = Notice(text: "cerrado", lang: "es", ts: 7)
        let question = Question(subject: .notice(7), lang: "uk")
        let actions = feed.apply(.notice(notice), now: at(0))
        #expect(actions.first == .tell(.notice(notice, nil), .everyone))
        #expect(actions.questions == [question])
        let reading = FeedEvent.Reading(lang: "uk", translation: .translated("зачинено"))
        #expect(
            feed.recordAnswer(to: question, reading.translation) == [
                .tell(.notice(notice, reading), .readers(of: "uk"))
            ])
        #expect(feed.noticeReading(for: "uk") == reading)
        #expect(feed.apply(.notice(nil), now: at(0)).first == .tell(.notice(nil, nil), .everyone))
        #expect(feed.noticeReading(for: "uk") == nil)
    }

    @Test func clearingForgetsEveryLineAndALateAnswerIsDropped() {
        var feed = FeedState.test()
        _ = feed.addReader("uk")
        _ = feed.apply(.message(.line(1)), now: at(0))
        #expect(feed.apply(.cleared, now: at(0)).first == .tell(.cleared, .everyone))
        #expect(feed.lines.isEmpty)
        #expect(feed.recordAnswer(to: .line(1, "uk"), .translated("а")).isEmpty)
    }

    @Test func thatSomebodyIsMutedIsToldToThemAlone() {
        var feed = FeedState.test()
        for isMuted in [true, false] {
            #expect(
                feed.apply(.muted(.anna, isMuted), now: at(0)) == [.tell(.muted(isMuted), .members([.anna]))])
        }
    }

    @Test func whoIsPutOutIsToldWhyAndEnded() {
        var feed = FeedState.test()
        let (fault, member) = (WireFault(.removed, "Staff removed you.", fatal: true), MemberID(rawValue: "m1"))
        #expect(
            feed.apply(.removed(member, fault), now: at(0)) == [
                .tell(.removed(fault), .members([member])), .endStreams(of: [member]),
            ])
    }

    @Test func anotherEpochBeginsAnew() {
        var feed = FeedState.test()
        _ = feed.apply(.message(.line(5)), now: at(0))
        feed.beginEpoch("other", newest: 2)
        #expect(feed.lines.isEmpty && feed.newest == 2)
        #expect(feed.apply(.message(.line(3)), now: at(0)) == [.tell(.line(.line(3)), .everyone)])
    }

    /// In the next epoch another line has the number: it is asked for itself, and is not given what the first one means.
    @Test func anAnswerOfAnotherEpochIsNoneForTheLineThatHasTheNumberNow() {
        var feed = FeedState.test()
        _ = feed.addReader("uk")
        let before = feed.apply(.message(.line(1)), now: at(0)).questions
        feed.beginEpoch("other", newest: 0)
        let now = feed.apply(.message(.line(1, "no más de 20 mg", "es")), now: at(1)).questions
        #expect(now.count == 1 && now != before)
        #expect(feed.recordAnswer(to: before[0], .translated("вітаю")).isEmpty)
        #expect(feed.lines[0].translations.isEmpty)
        #expect(feed.recordAnswer(to: now[0], .translated("не більше 20 мг")).count == 1)
    }
}

extension FeedState {
    /// Of somebody who was there from the beginning, where nothing else is said.
    mutating func addReader(
        _ lang: LanguageTag, seeing visible: VisibleLines = VisibleLines(after: 0), reading: Set<LanguageTag> = []
    ) -> [FeedAction] {
        let id = ReaderID(number: (readers.seats.keys.map(\.number).max() ?? 0) + 1)
        return addReader(id, .init(listening: .desk(lang), visible: visible, reads: reading))
    }

    /// The last one of these who came.
    mutating func removeReader(
        _ lang: LanguageTag, seeing visible: VisibleLines = VisibleLines(after: 0), reading: Set<LanguageTag> = []
    ) {
        let seat = Readership.Seat(listening: .desk(lang), visible: visible, reads: reading)
        let ids = readers.seats.filter { $0.value == seat }.keys
        if let id = ids.max(by: { $0.number < $1.number }) { removeReader(id) }
    }

    mutating func replay(after seq: Int, atMost count: Int, for lang: LanguageTag) -> [FeedEvent] {
        replay(after: seq, atMost: count, for: lang, seeing: VisibleLines(after: 0))
    }

    static func test(
        kept: Int = 200, repeated: Int = 50, atOnce: Int = 16, overBudget: ClosedRange<Int>? = nil
    ) -> FeedState {
        FeedState(
            epoch: "e", newest: 0, limits: Limits(kept: kept, repeated: repeated, atOnce: atOnce),
            isOverBudget: { overBudget?.contains($0) ?? false })
    }
}

extension FeedAction {
    static func translate(_ question: Question) -> FeedAction { .translate(question, text: "hola", from: "es") }
}

extension [FeedAction] {
    var questions: [Question] {
        compactMap { if case .translate(let question, _, _) = $0 { question } else { nil } }
    }
}

extension Question {
    static func line(_ seq: Int, _ lang: LanguageTag) -> Question { Question(subject: .line(seq), lang: lang) }
}
