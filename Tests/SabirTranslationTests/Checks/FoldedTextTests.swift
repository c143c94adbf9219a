import Testing

@testable import SabirTranslation

/// The form in which the checks compare texts.
@Suite struct FoldedTextTests {
    private func folded(_ text: String) -> String {
        String(String.UnicodeScalarView(FoldedText(text).scalars.compactMap(Unicode.Scalar.init)))
    }

    @Test(arguments: [
        ("ÉL", "él"), ("e\u{301}l", "él"), ("１２", "12"), ("٣٫٥", "3٫5"), ("l’aigua", "l'aigua"), ("−5", "-5"),
        ("أُرُزّ", "ارز"), ("so\u{AD}da", "soda"), ("2\u{202F}500", "2\u{A0}500"), ("؟", "?"), ("ёлка", "елка"),
        ("AĞRISIZ İLAÇ", "ağrisiz ilaç"), ("ağrısız", "ağrisiz"), ("درجهٔ", "درجه"), ("می\u{200C}شود", "میشود"),
        ("\u{9A8}\u{9DF}", "\u{9A8}\u{9AF}"), ("\u{9A8}\u{9AF}\u{9BC}", "\u{9A8}\u{9AF}"), ("৪০", "40"), ("हज़ार", "हजार"),
    ])
    func whatIsWrittenForOneAnotherIsOne(_ text: String, _ expected: String) { #expect(folded(text) == expected) }

    /// Compared by scalars: two strings are equal however their letters are put together.
    @Test(arguments: [("\u{9A6}\u{9C7}\u{9BE}", [0x9A6, 0x9CB]), ("\u{9A6}\u{9C7}\u{9D7}", [0x9A6, 0x9CC])])
    func vowelSignsInTwoHalvesAreOne(_ text: String, _ scalars: [UInt32]) {
        #expect(FoldedText(text).scalars == scalars)
    }

    @Test func theWayBackLeadsToWhatWasWritten() {
        let text = FoldedText(exactly: "a\u{200E}B\u{AD}c")
        #expect(text.count == 3 && text.written(0..<2) == "a\u{200E}B" && text.written(2..<2).isEmpty)
        // What is not seen goes with what stands before it.
        #expect(text.origin(of: 0..<1) == 0..<2 && text.origin(of: 1..<3) == 2..<5)
        #expect(text.at(-1) == 0 && text.at(3) == 0)
    }

    @Test func capitalsAreKnownAsTheyWereWritten() {
        let text = FoldedText("aBß5")
        #expect((0..<4).map(text.isCapital) == [false, true, false, false])
        #expect((0..<4).map(text.hasCase) == [true, true, true, false])
        #expect(text.starts(with: "ab", at: 0) && !text.starts(with: "ab", at: 1))
        #expect(text.lettersEnd(0) == 3)
    }

    // MARK: CharacterTable

    @Test func eachScalarIsOfOneClass() {
        let table = CharacterTable.shared
        for letter in "aéñбبअ漢か\u{20000}".unicodeScalars {
            #expect(table.isLetter(letter.value) && table.isWord(letter.value), "\(letter)")
        }
        for digit in "059".unicodeScalars { #expect(table.isDigit(digit.value) && !table.isLetter(digit.value)) }
        for space in " \u{A0}\u{3000}".unicodeScalars { #expect(table.isSpace(space.value), "\(space.value)") }
        for other in ".,-€✓".unicodeScalars { #expect(!table.isWord(other.value) && !table.isSpace(other.value)) }
        #expect(table.fold("\u{200F}") == 0 && table.fold("\u{1F600}") == 0x1F600)
    }
}
