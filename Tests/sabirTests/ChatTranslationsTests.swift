import SabirProtocol
import SabirTranslation
import Testing

@testable import sabir

/// What a terminal's reader is shown of translations, and what is asked for again.
@Suite struct ChatTranslationsTests {
    private let start = ContinuousClock.now
    private var translations = ChatTranslations()
    private let line = message()

    private static let away = TranslationOutcome.untranslated(.unreachable(engine: "apertium"))
    private static let never = TranslationOutcome.untranslated(.noEngine)
    private static let done = TranslationOutcome.same("hello")

    /// Through the queue, and asked.
    private mutating func ask() -> Bool { translations.markQueued(line.id) && translations.begin(line.id) }

    @Test("ask for a line again when its engine is back, and mark it once")
    mutating func back() throws {
        try #require(ask() == true)
        let first = translations.finish(Self.away, for: line, now: start)
        #expect(first.isShown && !first.isWantedAgain)
        #expect(translations.takeRetries(after: .back, now: start) == [line])
        #expect(translations.takeRetries(after: .back, now: start).isEmpty, "It waits already.")
        try #require(translations.begin(line.id) == true)
        #expect(!translations.finish(Self.away, for: line, now: start).isShown, "It is marked already.")
        #expect(translations.takeRetries(after: .back, now: start) == [line])
        try #require(translations.begin(line.id) == true)
        #expect(translations.finish(Self.done, for: line, now: start).isShown)
        #expect(translations.takeRetries(after: .back, now: start).isEmpty)
    }

    @Test("try a line twice more at an engine that is well and fails at it")
    mutating func proved() throws {
        try #require(ask() == true)
        _ = translations.finish(Self.away, for: line, now: start)
        for _ in 1...2 {
            #expect(translations.takeRetries(after: .proved, now: start) == [line])
            try #require(translations.begin(line.id) == true)
            _ = translations.finish(Self.away, for: line, now: start)
        }
        #expect(translations.takeRetries(after: .proved, now: start).isEmpty)
        let retries = translations.takeRetries(after: .back, now: start)
        #expect(retries == [line], "An engine that was away is another matter.")
    }

    @Test("ask again for an answer that is older than the news")
    mutating func overtaken() throws {
        try #require(ask() == true)
        #expect(translations.takeRetries(after: .back, now: start).isEmpty, "It is under way.")
        #expect(translations.finish(Self.away, for: line, now: start).isWantedAgain)
        try #require(translations.begin(line.id) == true)
        #expect(!translations.finish(Self.away, for: line, now: start).isWantedAgain)
    }

    @Test("let a line be that no engine can translate, or that is old")
    mutating func hopeless() throws {
        try #require(ask() == true)
        _ = translations.finish(Self.never, for: line, now: start)
        #expect(translations.takeRetries(after: .back, now: start).isEmpty)
        _ = translations.record(Self.away, of: line, now: start)
        #expect(translations.takeRetries(after: .back, now: start + .seconds(901)).isEmpty)
        #expect(translations.takeRetries(after: .back, now: start).isEmpty, "It was forgotten.")
    }

    @Test("keep the newest lines")
    mutating func bounded() {
        let lines = (0...ChatTranslations.capacity).map { message(seq: $0) }
        for line in lines { _ = translations.record(Self.away, of: line, now: start) }
        #expect(translations.takeRetries(after: .back, now: start) == Array(lines.dropFirst()))
    }

    @Test("show nothing of a line that was taken back")
    mutating func retracted() throws {
        try #require(ask() == true)
        translations.retract([line.id])
        let answer = translations.finish(Self.done, for: line, now: start)
        #expect(!answer.isShown && !answer.isWantedAgain)
        #expect(translations.markQueued(line.id) && !translations.begin(line.id))
    }

    @Test("ask again for what found no place in the queue")
    mutating func dropped() {
        _ = translations.record(Self.away, of: line, now: start)
        #expect(translations.takeRetries(after: .back, now: start) == [line])
        translations.drop(line.id)
        #expect(translations.takeRetries(after: .back, now: start) == [line])
    }
}
