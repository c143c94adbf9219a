import SabirProtocol
import Testing

@testable import SabirTranslation

/// Quantities that stand in each other's place, in lines as people write them.
@Suite struct QuantityOrderTests {
    private let checker: LineChecker

    init() throws { checker = try ShippedLanguages.checker.get() }

    private func warnings(_ source: String, _ translation: String, _ languages: String) throws -> [TranslationWarning] {
        let tags = try languages.split(separator: " ").map { try #require(LanguageTag(String($0))) }
        return checker.warnings(source: source, from: tags[0], translation: translation, to: tags[1])
    }

    @Test(arguments: [
        ("en es", "Her blood pressure is 120 over 80.", "Su presión es de 80 sobre 120."),
        ("en fr", "Blood pressure: 120/80.", "Tension : 80/120."),
        ("de en", "Zwischen 2 und 4 Stunden warten.", "Wait between 4 and 2 hours."),
        ("en ru", "Open from 8:00 to 12:00.", "Открыто с 12:00 до 8:00."),
        ("en de", "We are here from Monday to Friday.", "Wir sind von Freitag bis Montag hier."),
        ("en zh", "Take 10 ml, then 5 ml.", "服用5 ml，然后10 ml。"),
        ("en ar", "Room 12, floor 3.", "غرفة 3، طابق 12."),
        ("en es", "Use 1/2 of the sheet.", "Use 2 de 1."),
        ("es ca", "Dos de cada cinco enfermos.", "Cinc de cada dos malalts."),
        // One of them stands twice.
        ("en it", "3 on Monday, 5 on Tuesday, 3 on Friday.", "5 lunedì, 3 martedì, 3 venerdì."),
        // What is a time in one language by its words alone, and a version that looks like one.
        ("ca es", "L'horari és de 8.30 a 12.15 h.", "El horario es de 12:15 a 8:30 h."),
        ("es de", "Antes de la 2.10 no se abren 7 archivos.", "Vor 7 werden 2.10 Dateien nicht geöffnet."),
        // Nobody knows the words of either language.
        ("nl sv", "3 × 250 mg.", "250 × 3 mg."),
    ])
    func whatIsExchangedIsTold(_ languages: String, _ source: String, _ translation: String) throws {
        let found = try warnings(source, translation, languages).filter { $0.kind != .length }
        #expect(!found.isEmpty && found.allSatisfy { !$0.words.isEmpty && !$0.counterparts.isEmpty }, "\(found)")
    }

    @Test(arguments: [
        ("en es", "Her blood pressure is 120 over 80.", "Su presión es de 120 sobre 80."),
        ("en fr", "Wait between 2 and 4 hours.", "Attendez entre 2 et 4 heures."),
        // A unit or a day goes with its number.
        ("en es", "Take 5 ml every 8 hours.", "Cada 8 horas tome 5 ml."),
        ("en eu", "Come at 9:30 on 12 May.", "Etorri maiatzaren 12an, 9:30ean."),
        ("en de", "12 patients at 7:30.", "Um 7:30 12 Patienten."),
        ("ca es", "L'horari és de 8.30 a 12.15 h.", "El horario es de 8:30 a 12:15 h."),
        ("es de", "Antes de la 2.10 no se abren 7 archivos.", "Vor 2.10 werden 7 Dateien nicht geöffnet."),
        // The same number twice has no order.
        ("en fr", "Take 2 tablets, then 2 more after 4 hours.", "Après 4 heures, 2 de plus que les 2 premiers."),
    ])
    func whatStandsElsewhereIsNotExchanged(_ languages: String, _ source: String, _ translation: String) throws {
        let found = try warnings(source, translation, languages)
        #expect(found.allSatisfy { ![.numbers, .times, .dates, .units].contains($0.kind) }, "\(found)")
    }
}
