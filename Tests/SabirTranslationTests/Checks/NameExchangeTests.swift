import SabirProtocol
import Testing

@testable import SabirTranslation

/// Names that are gone while others stand there.
@Suite struct NameExchangeTests {
    private func warning(
        _ from: String, _ source: String, _ to: String, _ translation: String
    ) throws -> TranslationWarning? {
        try ShippedLanguages.checker.get().warnings(
            source: source, from: try #require(LanguageTag(from)), translation: translation,
            to: try #require(LanguageTag(to))
        ).first { $0.kind == .names }
    }

    @Test(arguments: [
        (
            "en", "Please ask Doctor Whitfield about it", "es", "Pregunte a la doctora Campolargo", "Whitfield",
            "Campolargo"
        ),
        (
            "de", "Bitte rufen Sie morgen Frau Ostermeier an", "fr", "Veuillez appeler madame Delacour demain",
            "Ostermeier", "Delacour"
        ),
        ("en", "Mr Okafor?", "tr", "Bay Kamil?", "Okafor", "Kamil"),
        ("es", "Deje el sobre a Etxeberria", "ru", "Оставьте конверт Gutierrezova", "Etxeberria", "Gutierrezova"),
    ])
    func anotherNameIsTold(
        _ from: String, _ source: String, _ to: String, _ translation: String, _ lost: String, _ added: String
    ) throws {
        let found = try #require(try warning(from, source, to, translation))
        #expect(found.words == [lost] && found.counterparts == [added])
        #expect(found.kind.weight == .loud)
    }

    @Test(arguments: [
        // The same, with another accent, another ending, in another script.
        ("en", "Please ask Doctor Whitfield about it", "es", "Pregunte a la doctora Whitfield"),
        ("en", "She was born in Mexico and lives in London", "es", "Nació en México y vive en Londres"),
        ("en", "Give the letter to Yilmaz", "tr", "Mektubu Yılmaz'a verin"),
        ("en", "Please ask Doctor Whitfield about it", "ru", "Спросите доктора Уитфилд"),
        // Its title is another word.
        ("en", "Please wait for Mrs Whitfield", "fr", "Attendez Mme Whitfield"),
        ("es", "Deje el sobre a la señora García", "de", "Geben Sie den Umschlag Frau Garcia"),
        ("en", "Is Doctor Whitfield here?", "tr", "Whitfield Hanım burada mı?"),
        // What is written with a capital in one language alone.
        (
            "en", "Come back on Monday and bring the Form", "de",
            "Kommen Sie am Montag wieder und bringen Sie das Formular mit"
        ),
        (
            "de", "Bitte nehmen Sie die Tabletten mit einem Glas Wasser", "en",
            "Please take the tablets with a glass of water"
        ),
        // A name that was left out, or put in for "she", is no other name.
        ("en", "Ask her", "es", "Pregunte a Campolargo"),
        // Where a sentence begins every word has one.
        ("en", "Hurry. Whitfield waits", "es", "Deprisa. Campolargo espera"),
    ])
    func whatMayBeTheSameIsNot(_ from: String, _ source: String, _ to: String, _ translation: String) throws {
        #expect(try warning(from, source, to, translation) == nil)
    }

    /// "Monday" and "lunes" are names to whoever knows no word.
    @Test func withoutLexiconsNothingIsTold() throws {
        let (source, translation) = (
            CheckedLine("See you on Monday", .unknown), CheckedLine("Bis zum Montag", .unknown)
        )
        #expect(NameExchange.difference(source, translation) == nil)
    }
}
