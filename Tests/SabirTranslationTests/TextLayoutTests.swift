import SabirCore
import Testing

@testable import SabirTranslation

@Suite struct TextLayoutTests {
    @Test func aTextIsWhatItsPiecesAndGapsMakeWhateverItHolds() {
        var chance = SplitMix64(state: 7)
        let alphabet = Array("aé字👍🏽. ! ?\n\n \t\r\n。*\u{301}\u{A0}").map(String.init)
        for _ in 0..<2_000 {
            let text = (0..<Int.random(in: 0...80, using: &chance)).map { _ in
                alphabet.randomElement(using: &chance) ?? ""
            }.joined()
            let limit = Int.random(in: 1...30, using: &chance)
            let layout = TextLayout(text, limit: limit, maximumPieces: Int.random(in: 1...20, using: &chance))
            #expect(Array(layout.filled(with: layout.pieces).unicodeScalars) == Array(text.unicodeScalars))
            for piece in layout.pieces {
                #expect(piece.unicodeScalars.count <= limit || piece.count == 1)
                #expect(piece.first?.isWhitespace == false && piece.last?.isWhitespace == false)
            }
        }
    }

    @Test func linesAreSentOneByOneAndTheirGapsNot() {
        let layout = TextLayout("  One.\n\n Two. Three.\t\n", limit: 100)
        #expect(layout.pieces == ["One.", "Two. Three."])
        #expect(layout.filled(with: ["Un.", "Dos. Tres."]) == "  Un.\n\n Dos. Tres.\t\n")
    }

    @Test func whiteSpaceThatAnEngineAddsIsLeftOut() {
        let layout = TextLayout(" One.\nTwo. ", limit: 100)
        #expect(layout.filled(with: ["  Un.\n", "\tDos.\u{00A0}"]) == " Un.\nDos. ")
        #expect("\n Un. Dos. ".spaced(as: "One. Two.") == "Un. Dos.")
        #expect("Un.".spaced(as: "  One.\n") == "  Un.\n")
    }

    @Test func aLongLineIsCutAtTheEndsOfSentencesThenAtSpacesThenAnywhere() {
        #expect(TextLayout("One two. Three four five.", limit: 16).pieces == ["One two.", "Three four five."])
        #expect(TextLayout("one two three", limit: 9).pieces == ["one two", "three"])
        #expect(TextLayout("abcdefgh", limit: 3).pieces == ["abc", "def", "gh"])
        #expect(TextLayout("你好。再见。谢谢", limit: 6).pieces == ["你好。再见。", "谢谢"])
    }

    @Test func veryManyLinesShareRequests() {
        let text = Array(repeating: "a line", count: 500).joined(separator: "\n")
        let layout = TextLayout(text, limit: 1_000, maximumPieces: 64)
        #expect(layout.pieces.count == 4)
        #expect(layout.filled(with: layout.pieces) == text)
    }
}
