import SabirProtocol
import Testing

@testable import SabirTranslation

struct DraftReviewTests {
    @Test(arguments: [
        ("en", "See you on 03/04/2026.", DraftAdvice.Kind.ambiguousDate, ["03/04/2026"]),
        ("en", "Born 3-4-26", .ambiguousDate, ["3-4-26"]), ("es", "Tome 1.500 mg", .ambiguousNumber, ["1.500"]),
        ("en", "It costs (2,250).", .ambiguousNumber, ["2,250"]),
        ("en", "Take it p.o. b.i.d., pls", .abbreviation, ["p.o.", "b.i.d.", "pls"]),
        ("es", "Llámame xq tb tengo el tto.", .abbreviation, ["xq", "tb", "tto."]),
        ("en", "PLEASE DO NOT EAT before noon", .capitals, ["PLEASE DO NOT EAT"]),
        ("en", "Nooooo way", .stretchedWord, ["Nooooo"]),
    ])
    func whatEnginesStumbleOnIsNamed(
        _ language: String, _ text: String, _ kind: DraftAdvice.Kind, _ words: [String]
    ) {
        #expect(DraftReview.advice(on: text, in: tag(language)) == [DraftAdvice(kind: kind, words: words)])
    }

    @Test(arguments: [
        ("en", "Take two tablets every eight hours"), ("en", "Born 25/12/1980, seen 2026-04-03 and 3/3/2026"),
        ("en", "0.125 mg, 12.5 ml, 1500 ml, 1,234,567 and 10.5"), ("en", "The MRI and the ECG are fine. OK"),
        ("es", "La Dra. Ana vendrá a las 12.30 con 20 mg"), ("de", "Schifffahrt"), ("zh", "请坐下等一下，医生马上就来。"),
        ("ar", "هل لديك صداع أو حمى؟"), ("en", "www.example.org"), ("en", ""), ("en", "no final punctuation here"),
    ])
    func plainTextNeedsNoAdvice(_ language: String, _ text: String) {
        #expect(DraftReview.advice(on: text, in: tag(language)).isEmpty)
    }

    @Test func aLongSentenceIsOneAndManyShortOnesAreNone() {
        let words = Array(repeating: "palabra", count: 31).joined(separator: " ")
        let advice = DraftReview.advice(on: "Bien. " + words + ".", in: tag("es"))
        #expect(advice.map(\.kind) == [.longSentence])
        #expect(advice.first?.words.first?.hasPrefix("palabra") == true)
        let short = Array(repeating: "Es una frase corta.", count: 40).joined(separator: " ")
        #expect(DraftReview.advice(on: short, in: tag("es")).isEmpty)
        #expect(
            DraftReview.advice(on: Array(repeating: "linea corta", count: 40).joined(separator: "\n"), in: tag("es"))
                .isEmpty)
    }

    @Test func aSentenceWithoutSpacesIsMeasuredByItsCharacters() {
        let sentence = String(repeating: "医生马上就来", count: 11)
        #expect(DraftReview.advice(on: sentence, in: tag("zh")).map(\.kind) == [.longSentence])
        let short = Array(repeating: "医生马上就来。", count: 20).joined()
        #expect(DraftReview.advice(on: short, in: tag("zh")).isEmpty)
    }

    @Test func anAbbreviationDoesNotEndASentence() {
        let half = Array(repeating: "word", count: 16).joined(separator: " ")
        let advice = DraftReview.advice(on: "\(half) approx. \(half)", in: tag("en"))
        #expect(advice.map(\.kind) == [.longSentence, .abbreviation])
    }
}
