import Testing

@testable import SabirTranslation

@Suite struct PhraseTrieTests {
    private let trie: PhraseTrie<Set<String>> = {
        var trie = PhraseTrie<Set<String>>()
        for phrase in [
            "no", "no   longer", "pain*", "mg", "月", "月曜", "u.i.", "*", "*meden", "*meden önce", "*miyor*", "emiyor*",
            "*েনি",
        ] {
            trie.add(phrase, isEmpty: []) { $0.insert(phrase) }
        }
        trie.add("NO", isEmpty: []) { $0.insert("shouted") }
        return trie
    }()

    private func found(_ text: String, at start: Int = 0, runsOn: Bool = false) -> (Set<String>, Int)? {
        trie.longest(in: FoldedText(text), at: start, runsOn: runsOn).map { ($0.meaning, $0.end) }
    }

    @Test func theLongestPhraseIsFound() {
        #expect(found("no")?.1 == 2 && found("no longer here")?.1 == 9 && found("no\u{A0}longer")?.1 == 9)
        #expect(found("no longest")?.1 == 2)
        #expect(found("yes") == nil && found("") == nil && found("say no", at: 4)?.1 == 6)
    }

    @Test func aPhraseEndsWhereItsWordDoesUnlessItIsAStem() {
        #expect(found("now") == nil && found("no.")?.1 == 2 && found("no5")?.1 == 2)
        #expect(found("painkillers.")?.1 == 11 && found("pain")?.1 == 4)
        #expect(found("u.i.x")?.1 == 4)
    }

    @Test func whereNoSpacesAreWrittenPhrasesNeedNoEnd() {
        #expect(found("月曜日", runsOn: true)?.1 == 2 && found("月末", runsOn: true)?.1 == 1)
        #expect(found("月末") == nil)
    }

    @Test func aPhraseMayStartWithinAWord() {
        #expect(
            found("yemeden")?.1 == 7 && found("yemeden öncesi")?.1 == 7 && found("yemeden önce")?.0 == ["*meden önce"])
        #expect(found("gelmiyoruz.")?.0 == ["*miyor*"] && found("gelmiyoruz.")?.1 == 10)
        #expect(found("meden") == nil && found("yemedenim") == nil && found("yeme den") == nil)
        #expect(found("gelmiyor", runsOn: true) == nil && found("করেনি")?.1 == 5)
        // Of two that end at one place the one that starts first counts, and else the longer one.
        #expect(found("emiyoruz")?.0 == ["emiyor*"] && found("no longermeden")?.1 == 2)
        #expect(found("painmeden")?.0 == ["pain*"])
    }

    /// One phrase of several lists means all that they say.
    @Test func meaningsAreAdded() {
        #expect(found("No")?.0 == ["no", "shouted"])
    }
}
