import Testing

@testable import SabirTranslation

@Suite("A check of phrasebooks") struct PhrasebookReviewTests {
    private func kinds(_ units: PhraseUnit...) -> [PhrasebookReview.Finding.Kind] {
        PhrasebookReview([("a.tmx", TMXDocument(units: units))]).findings.map(\.kind)
    }

    @Test("finds one sentence in two units, a tuid used twice, and nothing in a sentence written alike on purpose")
    func duplicates() {
        #expect(
            kinds(unit("a", ["en": "Yes.", "es": "Sí."]), unit("b", ["en": "YES", "es": "Claro"])) == [.duplicate])
        #expect(kinds(unit("a", ["en": "Yes.", "es": "Sí."]), unit("a", ["en": "No.", "es": "No."])) == [.duplicate])
        #expect(kinds(unit("a", ["en": "Call 112", "es": "x"]), unit("b", ["en": "Call 061", "es": "y"])) == [])
        #expect(kinds(unit("a", ["en": "It hurts?", "es": "x?"]), unit("b", ["en": "It hurts.", "es": "x."])) == [])
        let files = [
            ("a.tmx", TMXDocument(units: [unit("a", ["en": "Yes."])])),
            ("b.tmx", TMXDocument(units: [unit("b", ["en": "yes"])])),
        ]
        #expect(PhrasebookReview(files).findings.map(\.problem.file) == ["b.tmx"])
    }

    @Test("finds missing languages, slots that differ, and numbers without a sentence")
    func otherFindings() {
        #expect(kinds(unit("a", ["en": "Yes.", "es": "Sí."]), unit("b", ["en": "No."])) == [.missingLanguage])
        #expect(kinds(unit("a", ["en": "At {time}", "es": "A las"])) == [.slots])
        #expect(kinds(unit("a", ["zh": "等{n}分钟", "ja": "{n}分"])) == [])
        let plain = PhrasebookReview([("a.tmx", TMXDocument(units: [unit("a", ["uk": "{n} хвилин"])]))])
        #expect(plain.findings.map(\.kind) == [.plural])
        #expect(plain.findings.first?.problem.message.contains("n:one; n:few; n:many") == true)
        #expect(kinds(unit("a", ["uk": "№ {n}", "ar": "رقم {n}", "xx": "{n}"], plural: "any")) == [])
        #expect(kinds(unit("a", ["xx": "{n} q"])) == [.plural])
    }

    @Test("counts sentences without a reviewer by language")
    func counts() {
        var half = unit("a", ["en": "Yes.", "es": "Sí."])
        half.segments[1].reviewer = "Anna"
        let review = PhrasebookReview([("a.tmx", TMXDocument(units: [half, unit("b", ["en": "No.", "es": "No."])]))])
        #expect(review.unreviewed.map { "\($0.language) \($0.count)" } == ["en 2", "es 1"])
    }
}
