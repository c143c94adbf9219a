import Testing

@testable import SabirTranslation

/// Words for which a draft's writer is offered no other.
@Suite struct DoseWordsTests {
    private let words = DoseWords(in: DataFolder.languages)

    @Test(arguments: [
        "kg", "mg", "mcg", "Kg", "мг", "mmHg", "ibuprofeno", "Amoxicilina", "парацетамол", "bisoprololul",
    ])
    func unitsAndMedicinesAre(_ word: String) { #expect(words.contains(word)) }

    @Test(arguments: ["cabesa", "pastiya", "sala", "métadonnées", ""])
    func otherWordsAreNot(_ word: String) { #expect(!words.contains(word)) }

    @Test func withoutAFileUnitsAloneAreKnown() {
        let units = DoseWords(in: "/nowhere")
        #expect(units.contains("mg") && !units.contains("ibuprofeno"))
    }
}
