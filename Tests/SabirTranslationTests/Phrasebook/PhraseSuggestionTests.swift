import SabirProtocol
import Testing

@testable import SabirTranslation

@Suite("Suggestions") struct PhraseSuggestionTests {
    private let sample = book(
        unit("a", ["en": "Do you have a fever?", "es": "¿Tiene fiebre?"], situation: "symptoms"),
        unit("b", ["en": "Fever is common.", "es": "La fiebre es común."], situation: "symptoms", reviewer: "Anna"),
        unit("c", ["en": "Where is the pharmacy?", "es": "¿Dónde está la farmacia?"], situation: "medicine"),
        unit("d", ["en": "Take it.", "zh": "请在饭前服用。"], situation: "medicine"))

    private func ids(_ typed: String, _ language: String, limit: Int = 10) -> [String?] {
        sample.suggest(typed, in: phraseTag(language), limit: limit).map(\.unit)
    }

    @Test("put sentences that begin so first, then those with the words")
    func ranks() {
        #expect(ids("fever", "en") == ["b", "a"])
        #expect(ids("have fev", "en") == ["a"])
        #expect(ids("fev have", "en") == [])
        #expect(ids("fever", "en", limit: 1) == ["b"])
        #expect(ids("fever", "en", limit: 0) == [])
    }

    @Test("do not mind accents, letter case and opening marks")
    func folded() {
        #expect(ids("DONDE", "es") == ["c"])
        #expect(ids("común", "es-MX") == ["b"])
        #expect(ids("tiene", "es") == ["a"])
    }

    @Test("find words inside scripts without spaces, and situations by their name")
    func otherWays() {
        #expect(ids("饭前", "zh") == ["d"])
        #expect(ids("medic", "en") == ["c", "d"])
        #expect(ids("", "es").count == 3)
        #expect(sample.browse(situation: "Medicine", language: phraseTag("en")).map(\.unit) == ["c", "d"])
        #expect(sample.situations.map(\.name) == ["symptoms", "medicine"])
        #expect(sample.situations.map(\.count) == [2, 2])
    }

    @Test("tell the languages that can read them, and which of those were reviewed")
    func languagesAreTold() {
        let first = sample.suggest("fever", in: phraseTag("en"), limit: 2)
        #expect(first.map { $0.reviewed.map(\.description) } == [["en", "es"], []])
        #expect(first.first?.languages.map(\.description) == ["en", "es"])
    }
}
