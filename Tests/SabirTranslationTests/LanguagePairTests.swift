import Testing

@testable import SabirTranslation

/// A direction of translation as people write it down.
struct LanguagePairTests {
    @Test(arguments: [("es-en", "es-en"), ("es>en", "es-en"), ("pt-BR>en", "pt-BR>en"), ("ES-ca", "es-ca")])
    func isReadAndWritten(_ text: String, _ written: String) {
        let pair = LanguagePair(text)
        #expect(pair?.description == written)
        #expect(LanguagePair(written) == pair)
    }

    @Test(arguments: ["", "es", "es-", "-es", "es-en-ca", "pt-BR-en", "es>en>ca", "es-es", "es>es-MX", "e-s", "es en"])
    func whatIsNoPairIsNone(_ text: String) { #expect(LanguagePair(text) == nil) }

    @Test func aPairHoldsForAllThatReadsTheSameAndNotForTheWayBack() {
        let phrasesOnly = PhrasesOnly([LanguagePair(from: tag("es"), to: tag("ca"))])
        #expect(phrasesOnly.contains(tag("es-MX"), tag("ca")))
        #expect(!phrasesOnly.contains(tag("ca"), tag("es")) && !phrasesOnly.contains(tag("es"), tag("en")))
        #expect(!PhrasesOnly().contains(tag("es"), tag("ca")))
    }
}
