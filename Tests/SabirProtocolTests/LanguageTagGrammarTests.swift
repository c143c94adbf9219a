import Testing

@testable import SabirProtocol

@Suite struct LanguageTagGrammarTests {
    private func isWellFormed(_ tag: String) -> Bool { LanguageTagGrammar(tag.split(separator: "-")).isWellFormed }

    @Test(arguments: [
        "es", "ary", "zh-cmn-yue-gan", "abcd", "abcdefgh", "zh-Hant", "es-419", "de-CH", "sl-rozaj", "de-1996",
        "sl-rozaj-biske-1994", "en-a-bbb", "en-a-bbb-ccc-b-ddd", "en-a-bbb-x-a", "x-a", "X-a-b", "zh-cmn-Hant-TW-1abc",
    ])
    func eachPartMayStandInItsPlace(_ tag: String) { #expect(isWellFormed(tag)) }

    @Test(arguments: [
        "e", "e1", "123", "es-e", "es-Latn-Cyrl", "es-ES-FR", "es-ES-Latn", "abcd-cmn-yue", "zh-cmn-yue-gan-hak",
        "es-abcd-abcd", "en-a", "en-a-b", "en-a-x-b", "en-x", "x", "es-1", "es-12", "es-ES-1",
    ])
    func noPartMayStandElsewhere(_ tag: String) { #expect(!isWellFormed(tag)) }

    /// It is asked as often as one likes.
    @Test func askingChangesNothing() {
        let grammar = LanguageTagGrammar(["sl", "rozaj"])
        #expect(grammar.isWellFormed && grammar.isWellFormed)
    }
}
