/// A line with everything the checks look at, computed once.
struct CheckedLine {
    let text: FoldedText
    let rules: LanguageRules
    let tokens: [LineToken]
    let letters: Int
    /// Letters in codes such as `B12`, which are not words.
    let lettersInCodes: Int
    let foreignLetters: Int
    /// Words without digits, as ranges of the folded `text`.
    private let wordRanges: [Range<Int>]
    /// The words in the language's lexicon; none without a lexicon.
    private(set) var known = KnownLine()

    init(_ line: String, _ rules: LanguageRules, _ lexicon: Lexicon? = nil) {
        text = FoldedText(line)
        self.rules = rules
        tokens = LineScanner.tokens(of: text, rules)
        let table = CharacterTable.shared
        letters = text.scalars.count(where: table.isLetter)
        let foreign = rules.foreignLetters
        foreignLetters = foreign.isEmpty ? 0 : text.scalars.count { $0 > 0x7F && foreign.contains($0) }
        lettersInCodes = tokens.reduce(0) { [text] count, token in
            guard case .code = token.kind else { return count }
            return count + text.scalars[token.range].count(where: table.isLetter)
        }
        wordRanges = Self.words(text)
        if let lexicon { known = KnownLine(self, lexicon) }
    }

    var words: [ArraySlice<UInt32>] { wordRanges.map { text.scalars[$0] } }

    /// The word at the line's end; nil if the line ends with a figure.
    var lastWord: ArraySlice<UInt32>? {
        guard let last = wordRanges.last,
            !text.scalars[last.upperBound...].contains(where: CharacterTable.shared.isDigit)
        else { return nil }
        return text.scalars[last]
    }

    var hasFigures: Bool { text.scalars.contains(where: CharacterTable.shared.isDigit) }

    /// Whether any word is more than a name (with a capital) or a unit's symbol. Ideographs have no capitals, so more
    /// than three of them count: most names are shorter.
    var hasPlainWord: Bool {
        wordRanges.contains { $0.count >= 3 && !text.isCapital($0.lowerBound) }
            || wordRanges.count { text.at($0.lowerBound) >= 0x3000 } > 3
    }

    /// Latin words with a capital. In a line of another script, these are names and terms.
    var latinNames: [ArraySlice<UInt32>] {
        wordRanges.filter { Script(of: text.at($0.lowerBound)) == .latin && text.isCapital($0.lowerBound) }
            .map { text.scalars[$0] }
    }

    var weight: Double { text.scalars.reduce(0) { $0 + Script.weight(of: $1) } }

    /// The line's length, in the letters and digits of an equally long Latin text.
    var size: Double {
        text.scalars.reduce(0) { CharacterTable.shared.isWord($1) ? $0 + Script.weight(of: $1) : $0 }
    }

    /// What translations keep unchanged: figures, words in capitals, and the Latin words in another script.
    var keptTerms: [ArraySlice<UInt32>] {
        let isLatin = rules.script == .latin
        var terms: [ArraySlice<UInt32>] = wordRanges.filter { range in
            range.count >= 2 && text.scalars[range].allSatisfy { $0 < 0x80 }
                && (!isLatin && rules.isKnown || range.allSatisfy(text.isCapital))
        }.map { text.scalars[$0] }
        let isDigit = CharacterTable.shared.isDigit
        for start in 0..<text.count where isDigit(text.at(start)) && !isDigit(text.at(start - 1)) {
            terms.append(text.scalars[text.digits(at: start)])
        }
        return terms
    }

    func contains(_ term: ArraySlice<UInt32>) -> Bool {
        text.scalars.indices.contains { text.scalars[$0...].starts(with: term) }
    }

    func letters(of script: Script, except kept: Set<ArraySlice<UInt32>>) -> (right: Int, wrong: Int) {
        var (right, wrong) = (0, 0)
        for range in wordRanges where !kept.contains(text.scalars[range]) {
            // A word's script is that of its first letter; a word of no known script is wrong.
            if Script(of: text.at(range.lowerBound)) == script {
                right += range.count * (script.runsOn ? 3 : 1)
            } else {
                wrong += range.count
            }
        }
        return (right, wrong)
    }

    /// The longest series in which a run of one to six words repeats itself.
    var longestLoop: Int {
        let words = words
        var longest = 1
        for length in 1...6 where words.count >= length * 2 {
            var run = 0
            for place in length..<words.count {
                run = words[place] == words[place - length] ? run + 1 : 0
                longest = max(longest, run / length + 1)
            }
        }
        return longest
    }

    /// The words' ranges; each ideograph is one word.
    private static func words(_ text: FoldedText) -> [Range<Int>] {
        var words: [Range<Int>] = []
        for place in 0..<text.count where CharacterTable.shared.isLetter(text.at(place)) {
            if let last = words.last, last.upperBound == place, max(text.at(place), text.at(place - 1)) < 0x3000 {
                words[words.count - 1] = last.lowerBound..<place + 1
            } else {
                words.append(place..<place + 1)
            }
        }
        return words
    }
}
