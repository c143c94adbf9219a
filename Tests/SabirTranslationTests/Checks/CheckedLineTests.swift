import Testing

@testable import SabirTranslation

/// From a line to what of it is compared: tokens, quantities, denials.
@Suite struct CheckedLineTests {
    private func line(_ text: String) -> CheckedLine { CheckedLine(text, .unknown) }

    private func kinds(_ text: String) -> [String] {
        LineScanner.tokens(of: FoldedText(text), .unknown).map { token in
            switch token.kind {
            case .number(let numeral): numeral.literal
            case .clock(let minutes): "clock \(minutes)"
            case .date(let parts, let yearFirst): "date \(parts.map { Int($0) })\(yearFirst ? " year first" : "")"
            case .code(let code): "code \(code)"
            case .fraction(let value): "fraction \(value)"
            case .phrase(let meaning): "phrase \(meaning.unit ?? "")"
            case .word: "word"
            case .mark(let scalar): Unicode.Scalar(scalar).map { String(Character($0)) } ?? ""
            }
        }
    }

    // MARK: LineScanner, LineToken

    @Test(arguments: [
        ("take 2 mg.", ["word", "2", "phrase mg", "."]), ("7:30", ["clock 450"]), ("27:30", ["27", ":", "30"]),
        ("3/4/2026", ["date [3, 4, 2026]"]), ("2026-04-03", ["date [2026, 4, 3] year first"]),
        ("3/40/2026", ["3", "/", "40", "/", "2026"]), ("B12 A2C3", ["code b12", "code a2c3"]), ("½", ["fraction 0.5"]),
        ("5mg", ["5", "phrase mg"]), ("8h30", ["8", "phrase h", "30"]), ("漢字", ["word", "word"]),
        ("4x4x4", ["code 4x4x4"]), ("  ", []),
    ])
    func aLineIsCutIntoWhatTheChecksLookAt(_ text: String, _ expected: [String]) { #expect(kinds(text) == expected) }

    @Test func aTokenSaysWhereItStandsAndWhatItMeans() throws {
        let tokens = line("2 mg!").tokens
        #expect(tokens.map(\.range) == [0..<1, 2..<4, 4..<5])
        #expect(tokens[1].meaning?.unit == "mg" && tokens[0].meaning == nil)
        #expect(tokens[2].isMark(0x21) && !tokens[2].isMark(0x2E) && !tokens[0].isMark(0x32))
    }

    // MARK: QuantityReader

    @Test func amountsTimesAndDatesAreReadOffTheTokens() {
        let line = line("2 mg, 7:30, 3/4/2026, B12, 15 %")
        let quantities = QuantityReader.quantities(line.tokens, line.text)
        #expect(
            quantities.map(\.value) == [
                .number(2), .time(450), .date([3, 4, 2_026], yearFirst: false), .code("b12"), .number(15),
            ])
        #expect(quantities.map(\.unit) == ["mg", nil, nil, nil, "%"])
        #expect(quantities.map(\.warning) == [.numbers, .times, .dates, .numbers, .percentages])
    }

    // MARK: CueCount

    /// A line of cues: each is a word of its own.
    private func cues(_ lists: [LanguageFile.Key]) -> CueCount {
        let text = FoldedText(String(repeating: "x", count: lists.count))
        let tokens = lists.enumerated().map { place, list in
            var meaning = Meaning()
            meaning.insert(list)
            return LineToken(kind: .phrase(meaning), range: place..<place + 1)
        }
        return CueCount(tokens, text)
    }

    private func kinds(_ ours: [LanguageFile.Key], _ theirs: [LanguageFile.Key]) -> [TranslationWarning.Kind] {
        cues(ours).differences(from: cues(theirs)).map(\.kind)
    }

    @Test func aDenialThatIsGoneIsTold() {
        #expect(kinds([.negation], []) == [.negation])
        #expect(kinds([], [.negation]) == [.negation])
        #expect(kinds([.negation], [.negation]).isEmpty)
    }

    /// "No … nada" is one denial, or two.
    @Test func wordsOfConcordNeedNotCount() {
        #expect(kinds([.negation, .negationConcord], [.negation]).isEmpty)
        #expect(kinds([.negationConcord, .negationConcord], [.negation]).isEmpty)
        #expect(kinds([.negationConcord], []) == [.negation])
        #expect(kinds([.negationSoft], []).isEmpty)
    }

    @Test func toStopMayBecomeNotToDo() {
        #expect(kinds([.stop], [.negation]).isEmpty)
        #expect(kinds([.stop], []) == [.stopCue])
        #expect(cues([.stop]).stopRanges == [0..<1] && cues([.negation]).negationRanges == [0..<1])
    }

    // MARK: CheckedLine

    @Test func whatMakesALineIsCounted() {
        let line = line("Take B12 with Water")
        #expect(line.letters == 14 && line.lettersInCodes == 1 && line.hasFigures && line.hasPlainWord)
        #expect(line.latinNames.count == 3)
        #expect(!self.line("Mr X").hasPlainWord && !self.line("Anna").hasFigures)
        #expect(self.line("漢字").weight == 6 && self.line("ab").weight == 2)
        let mixed = self.line("вода и water")
        let (right, wrong) = mixed.letters(of: .cyrillic, except: [])
        #expect(right == 5 && wrong == 5)
        #expect(mixed.letters(of: .cyrillic, except: [mixed.words[2]]).wrong == 0)
    }

    @Test func whatAnEngineRepeatsIsFound() {
        #expect(line("one two three").longestLoop == 1)
        #expect(line("very very very good").longestLoop == 3)
        #expect(line("take it now take it now take it now").longestLoop == 3)
    }
}
