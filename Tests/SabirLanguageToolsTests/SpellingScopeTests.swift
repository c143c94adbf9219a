import SabirProtocol
import Testing

@testable import SabirTranslation

/// Which words of a draft a dictionary is asked about. Pure, so in any language.
struct SpellingScopeTests {
    private func asked(_ text: String, _ language: String = "es") -> [String] {
        let scope = SpellingScope(text, in: tag(language))
        return DraftWords(text).filter { scope.contains(text[$0.range]) }.map(\.text)
    }

    @Test(arguments: [
        ("Peso 70 kg, tomo 500 mg", ["Peso", "tomo"]),
        ("Peso 70kg, tomo 0,5 mg/dia", ["Peso", "tomo", "dia"]),
        ("½\u{202F}pastiya y 20\tmcg", []),
        ("Sala 4\ncabesa", ["Sala", "cabesa"]),
    ])
    func whatADigitStandsBeforeIsNot(_ text: String, _ words: [String]) { #expect(asked(text) == words) }

    @Test(arguments: [
        ("Vengo con Olena Kovalchuk a la TAC", ["Vengo", "con", "la"]),
        ("Me atiende la Sra. Przybylski. Gracias", ["Me", "atiende", "la", "Gracias"]),
        ("¿Cabesa? ¡Fievre!\n- Pirna", ["Cabesa", "Fievre", "Pirna"]),
        ("usa un iPhone, un dolor-AB y la B-12", ["usa", "un", "un", "la"]),
        ("ME DUELE", []),
    ])
    func aCapitalWithinASentenceIsNot(_ text: String, _ words: [String]) { #expect(asked(text) == words) }
}
