import Testing

@testable import SabirTranslation

/// What is likely meant by a word, whatever the dictionary's order. Pure.
struct LikelySpellingTests {
    private func likeliest(_ words: [String], for written: String) -> [String] {
        LikelySpelling.likeliest(of: words, for: written, atMost: 5)
    }

    @Test func whatSoundsAlikeComesFirstAndVowelsBeforeConsonants() {
        #expect(
            likeliest(["cabes", "caresa", "cabeza", "arabesca"], for: "cabesa") == ["cabeza", "cabes", "caresa"])
        #expect(likeliest(["fierre", "fiebre"], for: "fievre") == ["fiebre", "fierre"])
        #expect(likeliest(["pido", "oído"], for: "oido") == ["oído", "pido"])
        #expect(likeliest(["omitting", "vomiting"], for: "vommitting") == ["vomiting", "omitting"])
        #expect(likeliest(["beading", "bleeding"], for: "bleading") == ["bleeding", "beading"])
        #expect(likeliest(["balar", "hablar"], for: "ablar") == ["hablar", "balar"])
    }

    @Test func amongEqualsTheDictionarysOrderStands() {
        #expect(likeliest(["calesa", "caresa", "calesa"], for: "cabesa") == ["calesa", "caresa"])
        #expect(LikelySpelling.likeliest(of: ["calesa", "caresa"], for: "cabesa", atMost: 1) == ["calesa"])
    }

    @Test func anotherWordAltogetherIsNone() {
        #expect(likeliest(["hematoxilina"], for: "amoxicilina").isEmpty)
        #expect(likeliest(["cgo", "ajo"], for: "mcg").isEmpty)
        #expect(likeliest(["sabor"], for: "").isEmpty)
    }

    @Test func theCaseOfASentencesFirstWordDoesNotCount() {
        #expect(likeliest(["Cabes", "Cabeza"], for: "Cabesa") == ["Cabeza", "Cabes"])
        #expect(likeliest(["Corazon", "corazón"], for: "corazon") == ["corazón", "Corazon"])
    }

    @Test func oneOrTwoLettersAreExchangedForWhatSoundsAlike() {
        let heard = LikelySpelling.heardAlike("corason")
        #expect(heard.contains("corazon") && heard.contains("corazón") && !heard.contains("corason"))
        #expect(LikelySpelling.heardAlike("").isEmpty)
        #expect(LikelySpelling.heardAlike(String(repeating: "s", count: 13)).isEmpty)
    }
}
