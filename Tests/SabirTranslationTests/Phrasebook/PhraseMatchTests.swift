import SabirProtocol
import Testing

@testable import SabirTranslation

@Suite("A phrasebook's answer") struct PhraseMatchTests {
    @Test(
        "does not depend on letter case, spaces, composition or final punctuation",
        arguments: [
            "¿Dónde está la farmacia?", "dónde está la farmacia", "  ¿DÓNDE   ESTÁ\tla farmacia ? ",
            "¿Do\u{301}nde esta\u{301} la farmacia?!", "\u{200E}¿Dónde está la farmacia？",
        ])
    func normalised(text: String) {
        let book = book(unit(["es": "¿Dónde está la farmacia?", "en": "Where is the pharmacy?"]))
        #expect(book.answer(text, "es", "en") == "Where is the pharmacy?")
    }

    @Test("is nil for anything but the sentence")
    func othersAreNot() {
        let book = book(unit(["es": "¿Dónde está la farmacia?", "en": "Where is the pharmacy?"]))
        for text in ["¿Donde esta la farmacia?", "¿Dónde está la nueva farmacia?", "?", "", "¿¡!?", "\u{1}"] {
            #expect(book.answer(text, "es", "en") == nil, "\(text)")
        }
        #expect(book.answer("¿Dónde está la farmacia?", "es", "fr") == nil)
        #expect(book.answer("¿Dónde está la farmacia?", "es", "es-MX") == nil)
        #expect(book.answer("Where is the pharmacy?", "es", "en") == nil)
        #expect(book.answer(String(repeating: "a", count: 10_000), "es", "en") == nil)
    }

    @Test("never takes a statement for a question or the other way round")
    func moodsAreKept() {
        let both = book(
            unit(["es": "¿Le duele aquí?", "en": "Does it hurt here?"]),
            unit(["es": "Le duele aquí.", "en": "It hurts here."]))
        #expect(both.answer("¿Le duele aquí?", "es", "en") == "Does it hurt here?")
        #expect(both.answer("le duele aquí!", "es", "en") == "It hurts here.")
        #expect(both.answer("le duele aquí", "es", "en") == "It hurts here.")
        let question = book(unit(["es": "¿Le duele aquí?", "en": "Does it hurt here?"]))
        #expect(question.answer("Le duele aquí.", "es", "en") == nil)
        #expect(question.answer("le duele aquí", "es", "en") == "Does it hurt here?")
        let arabic = book(unit(["ar": "هل تشعر بألم؟", "ur": "کیا آپ کو درد ہے؟"]))
        #expect(arabic.answer("هَلْ تشعر بألم", "ar", "ur") == "کیا آپ کو درد ہے؟")
        #expect(arabic.answer("کیا آپ کو درد ہے۔", "ur", "ar") == nil)
    }

    @Test("is verified only where both sides have a reviewer")
    func reviewersOfBothSides() throws {
        var sentence = unit(["en": "Yes.", "es": "Sí.", "fr": "Oui."])
        sentence.segments[0].reviewer = "Anna"
        sentence.segments[1].reviewer = "Boris"
        let mixed = book(sentence)
        let ways = [("en", "es", true), ("es", "en", true), ("en", "fr", false), ("fr", "es", false)]
        for (from, to, verified) in ways {
            let text = try #require(sentence.segments.first { $0.language == phraseTag(from) }).text
            #expect(
                mixed.match(text, from: phraseTag(from), to: phraseTag(to))?.isVerified == verified, "\(from) \(to)")
        }
        let whole = book(unit(["en": "Yes.", "es": "Sí."], reviewer: "Anna"))
        #expect(whole.match("yes", from: phraseTag("en"), to: phraseTag("es"))?.isVerified == true)
        let blank = book(unit(["en": "Yes.", "es": "Sí."], reviewer: "  "))
        #expect(blank.match("yes", from: phraseTag("en"), to: phraseTag("es"))?.isVerified == false)
    }

    @Test("comes from the last file that has the sentence, and never mixes two units of one id")
    func laterFilesWin() {
        let first = TMXDocument(units: [
            unit("a", ["en": "Yes.", "es": "Sí.", "fr": "Oui."]), unit("b", ["en": "No.", "es": "No.", "fr": "Non."]),
        ])
        let second = TMXDocument(units: [
            unit("a", ["en": "Yes.", "es": "Claro que sí."]), unit("c", ["en": "No.", "es": "Que no."]),
        ])
        let book = Phrasebook([first, second])
        #expect(book.answer("yes", "en", "es") == "Claro que sí.")
        #expect(book.answer("yes", "en", "fr") == nil)
        #expect(book.answer("no", "en", "es") == "Que no.")
        #expect(book.answer("no", "en", "fr") == "Non.")
        #expect(Phrasebook([second, first]).answer("yes", "en", "es") == "Sí.")
    }

    @Test("is in the reader's own variety where there is one, else in one that reads the same")
    func varieties() {
        let book = book(unit(["en": "Bus", "pt-PT": "autocarro", "pt-BR": "ônibus", "zh-Hant": "公車"]))
        #expect(book.answer("bus", "en-GB", "pt-BR") == "ônibus")
        #expect(book.answer("bus", "en", "pt-PT") == "autocarro")
        #expect(book.answer("bus", "en", "pt") == "autocarro")
        #expect(book.answer("bus", "en", "zh-TW") == "公車")
        #expect(book.answer("bus", "en", "zh-CN") == nil)
    }

    @Test("changes its version with every sentence and reviewer")
    func versions() {
        let books = [
            Phrasebook.empty, book(unit(["en": "Yes.", "es": "Sí."])), book(unit(["en": "Yes.", "es": "Si."])),
            book(unit(["en": "Yes.", "es": "Sí."], reviewer: "Anna")),
        ]
        #expect(Set(books.map(\.version)).count == books.count)
        #expect(books[1].version == book(unit(["en": "Yes.", "es": "Sí."])).version)
    }

    @Test("comes from ten thousand units as from ten")
    func manyUnits() {
        let units = (0..<10_000).map { number -> PhraseUnit in
            // Letters, as digits would be slots' values.
            let name = String(number).map { String(UnicodeScalar(97 + UInt8($0.wholeNumberValue ?? 0))) }.joined()
            return unit("u\(number)", ["en": "Sentence \(name)", "es": "Frase \(name)"])
        }
        let large = Phrasebook([TMXDocument(units: units)])
        #expect(large.answer("sentence jjjj.", "en", "es") == "Frase jjjj")
        #expect(large.answer("FRASE a", "es", "en") == "Sentence a")
        #expect(large.suggest("sentence j", in: phraseTag("en"), limit: 5).count == 5)
    }
}
