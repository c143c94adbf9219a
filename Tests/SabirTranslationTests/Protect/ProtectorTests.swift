import SabirCore
import Testing

@testable import SabirTranslation

@Suite struct ProtectorTests {
    private let protector = Protector(
        terms: ["Paracetamol", "ácido fólico", "Norfloxacin"], names: ["Rosa", "Will", "Ana Pons", "李明"])

    private func pieces(_ text: String) -> [String] { protector.protect(text, as: .brackets).pieces }

    @Test func whatIsProtectedComesBackWhateverTheTextHolds() {
        var chance = SplitMix64(state: 11)
        let alphabet = [
            "http://a.org/x?y=1", "www.", "ana@clinic.cat", "@ana", "👩🏽‍⚕️", "🇪🇸", "1️⃣", "+34 612 345 678", "B12", "500 mg",
            "7:30 pm",
            "paracetamol", "Rosa", "Will", "李明", "a", "é", "e\u{301}", " ", ", ", ". ", "\n", "[[1]]", "[[", "]]",
            "{2}", "{", "⟦1⟧", "12",
            "½", "٣ ملغ", "字", "\u{200F}", "*", "%", "$5", "[ [ 3 ] ]", "[[２]]", "'", "€",
        ]
        for _ in 0..<4_000 {
            let text = (0..<Int.random(in: 0...14, using: &chance)).map { _ in
                alphabet.randomElement(using: &chance) ?? ""
            }.joined()
            for form in PlaceholderForm.allCases {
                let protected = protector.protect(text, as: form)
                let restored = protected.restored(from: protected.text)
                #expect(restored.map { Array($0.unicodeScalars) } == Array(text.unicodeScalars), "\(text)")
            }
        }
    }

    @Test(arguments: [
        ("See https://example.org/a?b=1, or www.salut.cat.", ["https://example.org/a?b=1", "www.salut.cat"]),
        ("Write to anna.m+x@clinic.example.cat.", ["anna.m+x@clinic.example.cat"]),
        ("Ask @marta_2 now", ["@marta_2"]),
        ("Bé 👍🏽👩🏽‍⚕️!", ["👍🏽👩🏽‍⚕️"]),
        ("Call +34 612-345-678 or 934 123 456.", ["+34 612-345-678", "934 123 456"]),
        ("Vitamin B12 and A-204, H1N1", ["B12", "A-204", "H1N1"]),
        ("Take 500 mg, 1,5 ml/h, 37.5°C, 5% or 20mg", ["500 mg", "1,5 ml/h", "37.5°C", "5%", "20mg"]),
        ("at 7:30 pm, 19:05 and 8am", ["7:30 pm", "19:05", "8am"]),
        ("it costs €20 or $5.50", ["€20", "$5.50"]),
        ("take PARACETAMOL and Ácido  fólico", ["PARACETAMOL"]),
        ("el ácido fólico", ["ácido fólico"]),
        ("خذ ٥٠٠ mg الآن", ["٥٠٠ mg"]),
        ("请李明来", ["李明"]),
    ])
    func theseAreProtected(_ text: String, _ expected: [String]) {
        #expect(pieces(text) == expected)
    }

    @Test(arguments: [
        "Take 2 tablets every 8 hours", "Will you come?", "a rosa is a flower", "It is the 2nd door, the 1st floor",
        "Va menjar.Després va dormir",
        "beu 2 l'aigua", "12/05/2025", "paracetamols", "5 minutes", "in 2024",
    ])
    func theseAreLeftToTheEngine(_ text: String) {
        #expect(pieces(text).isEmpty, "\(pieces(text))")
    }

    @Test func aNameIsKnownByItsPlace() {
        #expect(pieces("I saw Will and Rosa") == ["Will", "Rosa"])
        #expect(pieces("Rosa, come here. Ana Pons waits.") == ["Rosa", "Ana Pons"])
        #expect(pieces("Will come soon. will it?").isEmpty)
    }

    @Test func anEnginesSpacesAndDigitsAreForgiven() {
        let protected = protector.protect("Take 500 mg at 7:30", as: .brackets)
        #expect(protected.text == "Take [[1]] at [[2]]")
        #expect(protected.restored(from: "A las [[ 2 ]] tome [ [1] ].") == "A las 7:30 tome 500 mg.")
        #expect(protected.restored(from: "［［１］］ ［［２］］") == "500 mg 7:30")
    }

    @Test(arguments: ["Tome [[1]]", "[[1]] [[2]] [[1]]", "Tome a las", "[[1]] [2]", "[[1]] [[3]]"])
    func aPieceThatIsLostOrDoubledIsNoticed(_ answer: String) {
        let protected = protector.protect("Take 500 mg at 7:30", as: .brackets)
        #expect(protected.restored(from: answer) == nil)
        #expect(protected.lost == TranslationWarning(kind: .protectionLost, words: ["500 mg", "7:30"]))
    }
}
