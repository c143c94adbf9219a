import SabirProtocol
import Testing

@testable import SabirTranslation

@Suite("Browsing a phrasebook") struct PhraseBrowsingTests {
    private let sample = book(
        unit("a", ["en": "Do you have a fever?", "es": "¿Tiene fiebre?"], situation: "Symptoms"),
        unit("b", ["en": "Fever is common.", "es": "La fiebre es común."], situation: "symptoms", reviewer: "Anna"),
        unit(
            nil, ["en": "Take {n} mg at {time}, {n} mg in all.", "zh": "{time}服用{n} mg，共{n} mg。"], situation: "medicine"
        ),
        unit("d", ["es": "Hasta luego."], situation: "saying  good-bye"), unit("e", ["en": "Well."]))

    private func found(_ situation: String?, _ language: String, _ reader: String? = nil) -> [PhraseSuggestion] {
        sample.browse(situation: situation, language: phraseTag(language), to: reader.map(phraseTag))
    }

    @Test("lists a situation however it is written, or everything")
    func situations() {
        #expect(found("symptoms", "en").map(\.id) == ["a", "b"])
        #expect(found(" SYMPTOMS ", "es-MX").map(\.id) == ["a", "b"])
        #expect(found("Saying good bye", "es").map(\.unit) == ["d"])
        #expect(found("saying-good-bye", "en") == [] && found("", "en") == [] && found("pain", "en") == [])
        #expect(found(nil, "en").map(\.text.first) == ["D", "F", "T", "W"])
        #expect(sample.browse(situation: nil, language: phraseTag("en"), limit: 2).map(\.id) == ["a", "b"])
        #expect(sample.browse(situation: nil, language: phraseTag("en"), limit: -1) == [])
    }

    @Test("names the situations that have a sentence in the language")
    func namedSituations() {
        #expect(sample.situations.map(\.name) == ["symptoms", "medicine", "saying-good-bye"])
        #expect(sample.situations(in: phraseTag("en")) == ["symptoms", "medicine"])
        #expect(sample.situations(in: phraseTag("zh")) == ["medicine"])
        #expect(sample.situations(in: phraseTag("uk")) == [])
    }

    @Test("bounds the number of situations and the length of a name")
    func bounds() {
        let units = (0...Phrasebook.maximumSituations).map {
            unit("u\($0)", ["en": "Number \($0)x."], situation: "s\($0)")
        }
        let many = Phrasebook([TMXDocument(units: units)])
        #expect(many.situations.count == Phrasebook.maximumSituations)
        #expect(many.browse(situation: "s40", language: phraseTag("en")).map(\.unit) == ["u40"])
        let long = unit("l", ["en": "Yes."], situation: String(repeating: "long ", count: 100))
        #expect(long.situation?.count == PhraseUnit.maximumSituation)
        #expect(unit("p", ["en": "Yes."], situation: "<b>…</b>\n!").situation == "b-b")
        #expect(unit("q", ["en": "Yes."], situation: " -!").situation == nil)
    }

    @Test("shows how each sentence reads, and says verified only of what was reviewed on both sides")
    func readings() {
        #expect(found("symptoms", "en", "es").map(\.reading) == ["¿Tiene fiebre?", "La fiebre es común."])
        #expect(found("symptoms", "en", "es").map(\.isVerified) == [false, true])
        #expect(found("symptoms", "en").allSatisfy { $0.reading == nil && !$0.isVerified })
        #expect(found("symptoms", "en", "uk").allSatisfy { $0.reading == nil && !$0.isVerified })
        let half = Phrasebook([TMXDocument(units: [halfReviewed])])
        let shown = half.browse(situation: nil, language: phraseTag("en"), to: phraseTag("es"))
        #expect(shown.map(\.reading) == ["Sí."] && shown.map(\.isVerified) == [false])
    }

    private var halfReviewed: PhraseUnit {
        var half = unit("h", ["en": "Yes.", "es": "Sí."])
        half.segments[1].reviewer = "Anna"
        return half
    }

    @Test("names each slot once, and a unit without a name by its sentence")
    func slots() throws {
        let dose = try #require(found("medicine", "zh", "en").first)
        #expect(dose.slots == ["time", "n"] && dose.reading == "Take {n} mg at {time}, {n} mg in all.")
        #expect(dose.unit == nil && dose.id.count == 16 && dose.id == found("medicine", "zh").first?.id)
        #expect(dose.id != found("medicine", "en").first?.id)
    }

    @Test("narrows what is typed to a situation, with its reading")
    func typed() {
        let one = sample.suggest(
            "fever", in: phraseTag("en"), to: phraseTag("es"), situation: "symptoms", limit: 1)
        #expect(one.map(\.reading) == ["La fiebre es común."])
        #expect(sample.suggest("fever", in: phraseTag("en"), situation: "medicine", limit: 5) == [])
    }
}
