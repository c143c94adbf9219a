import SabirProtocol
import Testing

@testable import SabirClient

@Suite struct TranslationAskersTests {
    @Test func noTwoQuestionsHaveOneID() {
        var askers = TranslationAskers()
        let ids = [askers.newID(), askers.newID()]
        #expect(ids[0] != ids[1])
    }

    @Test func anAnswerGoesToWhoAskedForItAndNoFurther() async {
        let answer = await withCheckedContinuation { (asker: TranslationAskers.Texts) in
            var askers = TranslationAskers()
            askers.add(asker, for: "q1")
            askers.answer("q2", .success(TranslatedTexts(texts: ["otro"])))
            askers.answer("q1", .success(TranslatedTexts(texts: ["hola"])))
            // A continuation that is resumed twice ends the process.
            askers.answer("q1", .success(TranslatedTexts(texts: ["hola otra vez"])))
        }
        #expect(answer == .success(TranslatedTexts(texts: ["hola"])))
    }

    @Test func allWhoAskWhichPairsThereAreAreAnsweredTogether() async {
        let pairs = Result<TranslationPairs, WireFault>.success(TranslationPairs(["es": ["ca"]]))
        let answer = await withCheckedContinuation { (first: TranslationAskers.Pairs) in
            var askers = TranslationAskers()
            askers.add(first)
            askers.answer(pairs)
            askers.answer(.failure(WireFault(.unreachable, "Gone.")))
        }
        #expect(answer == pairs)
    }
}
