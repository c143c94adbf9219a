import Testing

@testable import SabirTranslation

/// What is asked for again when an engine is well.
@Suite struct RetryBookTests {
    private var book = RetryBook<String>(age: .seconds(60))
    private let start = ContinuousClock.now

    @Test("without bound of an engine that was away, twice of one that failed at a text")
    mutating func tries() {
        for _ in 1...5 { #expect(book.takes("a", after: .back) == true) }
        #expect(book.takes("a", after: .proved) && book.takes("a", after: .proved))
        #expect(!book.takes("a", after: .proved) && book.takes("b", after: .proved))
        #expect(book.takes("a", after: .back) == true)
        #expect(Set(book.tried) == ["a", "b"])
        book.forget(["a"])
        #expect(book.takes("a", after: .proved) == true)
    }

    @Test("where the answer is older than the news, and no translation")
    mutating func overtaken() {
        book.hear(.proved, during: ["a", "b", "c"])
        book.hear(.back, during: ["a"])
        book.hear(.proved, during: ["a"])
        #expect(book.answered("a", isTranslated: false) == .back, "It says more.")
        #expect(book.answered("a", isTranslated: false) == nil)
        #expect(book.answered("b", isTranslated: true) == nil && book.answered("c", isTranslated: false) == .proved)
        #expect(book.answered("d", isTranslated: false) == nil)
    }

    @Test("as long as somebody may look for it")
    func age() {
        #expect(book.isWorthAsking(since: start, now: start + .seconds(60)))
        #expect(!book.isWorthAsking(since: start, now: start + .seconds(61)))
    }
}
