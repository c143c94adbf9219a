import Testing

@testable import SabirTranslation

/// What is asked for again when an engine is well.
@Suite struct RetryBookTests {
    private var book = RetryBook<String>(age: .seconds(60))
    private let start = ContinuousClock.now

    @Test("without bound of an engine that was away, twice of one that failed at a text")
    mutating func tries() {
        for _ in 1...5 { #expect(book.claimRetry(of: "a", after: .back) == true) }
        #expect(book.claimRetry(of: "a", after: .proved) && book.claimRetry(of: "a", after: .proved))
        #expect(!book.claimRetry(of: "a", after: .proved) && book.claimRetry(of: "b", after: .proved))
        #expect(book.claimRetry(of: "a", after: .back) == true)
        #expect(Set(book.tried) == ["a", "b"])
        book.forget(["a"])
        #expect(book.claimRetry(of: "a", after: .proved) == true)
    }

    @Test("where the answer is older than the news, and no translation")
    mutating func overtaken() {
        book.recordNews(.proved, during: ["a", "b", "c"])
        book.recordNews(.back, during: ["a"])
        book.recordNews(.proved, during: ["a"])
        #expect(book.recordAnswer(to: "a", isTranslated: false) == .back, "It says more.")
        #expect(book.recordAnswer(to: "a", isTranslated: false) == nil)
        #expect(
            book.recordAnswer(to: "b", isTranslated: true) == nil
                && book.recordAnswer(to: "c", isTranslated: false) == .proved)
        #expect(book.recordAnswer(to: "d", isTranslated: false) == nil)
    }

    @Test("as long as somebody may look for it")
    func age() {
        #expect(book.isWorthAsking(since: start, now: start + .seconds(60)))
        #expect(!book.isWorthAsking(since: start, now: start + .seconds(61)))
    }
}
