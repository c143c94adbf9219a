import SabirProtocol

/// Reads a draft for what engines stumble on. Pure, and the same for every engine; missing final punctuation, small
/// letters and the like are no matter and not mentioned.
package enum DraftReview {
    /// Words of a sentence above which it is long, and the same in characters, for what is written without spaces.
    package static let longestSentence = 30
    package static let longestUnspacedSentence = 60
    /// Words named in one piece of advice.
    static let wordsNamed = 5

    /// At most one piece of advice of each kind, in the order in which they are declared.
    package static func advice(on text: String, in language: LanguageTag) -> [DraftAdvice] {
        let abbreviations = Abbreviations(for: language)
        let chunks = text.split { $0.isWhitespace }
        let findings: [(DraftAdvice.Kind, [String])] = [
            (.longSentence, longSentences(in: text, abbreviations)),
            (.abbreviation, chunks.compactMap(abbreviations.found)),
            (.capitals, capitals(in: chunks)),
            (.ambiguousDate, chunks.compactMap(ambiguousDate)),
            (.ambiguousNumber, chunks.compactMap(ambiguousNumber)),
            (.stretchedWord, DraftWords(text).map(\.text).filter(isStretched)),
        ]
        return findings.compactMap { kind, words in
            var seen: Set<String> = []
            let words = words.filter { seen.insert($0).inserted }
            return words.isEmpty ? nil : DraftAdvice(kind: kind, words: Array(words.prefix(wordsNamed)))
        }
    }

    // MARK: Long sentences

    /// The first words of each.
    private static func longSentences(in text: String, _ abbreviations: Abbreviations) -> [String] {
        Sentences(text, abbreviations).filter(isLong).map(beginning)
    }

    private static func isLong(_ sentence: Substring) -> Bool {
        let words = sentence.split { $0.isWhitespace }.filter { $0.contains(where: \.isLetter) }
        let unspaced = LetterCensus(String(sentence)).counts[.eastAsian] ?? 0
        return words.count > longestSentence || unspaced > longestUnspacedSentence
    }

    private static func beginning(of sentence: Substring) -> String {
        let words = sentence.split { $0.isWhitespace }.prefix(6).joined(separator: " ")
        return String(words.prefix(60)) + " …"
    }

    // MARK: Capitals

    /// Three words in a row, each of two letters or more: one alone may be an abbreviation that everyone knows.
    private static func capitals(in chunks: [Substring]) -> [String] {
        var runs: [[String]] = [[]]
        for chunk in chunks {
            let word = chunk.filter(\.isLetter)
            if word.count < 2 { continue }
            if word.allSatisfy(\.isUppercase) { runs[runs.count - 1].append(word) } else { runs.append([]) }
        }
        return runs.filter { $0.count >= 3 }.map { $0.joined(separator: " ") }
    }

    // MARK: Numbers

    /// `3/4/2026` and `03-04-26`, not `25/12/2026`, `2026-04-03` or `3/3/2026`.
    private static func ambiguousDate(_ chunk: Substring) -> String? {
        let chunk = withoutPunctuation(chunk)
        let parts = chunk.split(omittingEmptySubsequences: false) { "/-.".contains($0) }
        guard parts.count == 3, parts.allSatisfy(isDigits), let first = Int(parts[0]), let second = Int(parts[1]),
            parts[0].count <= 2, parts[1].count <= 2, [2, 4].contains(parts[2].count)
        else { return nil }
        let areMonths = (1...12).contains(first) && (1...12).contains(second)
        return areMonths && first != second ? String(chunk) : nil
    }

    /// `1.500` and `2,250`: one separator with three digits behind it, one to three before and no leading zero.
    private static func ambiguousNumber(_ chunk: Substring) -> String? {
        let number = withoutPunctuation(chunk).prefix { $0.isNumber || $0 == "." || $0 == "," }
        let parts = number.split(omittingEmptySubsequences: false) { $0 == "." || $0 == "," }
        guard parts.count == 2, parts.allSatisfy(isDigits), (1...3).contains(parts[0].count), parts[1].count == 3,
            !parts[0].hasPrefix("0")
        else { return nil }
        return String(number)
    }

    private static func isDigits(_ text: Substring) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }

    private static func withoutPunctuation(_ chunk: Substring) -> Substring {
        var chunk = chunk.drop { !$0.isLetter && !$0.isNumber }
        while let last = chunk.last, !last.isLetter, !last.isNumber { chunk.removeLast() }
        return chunk
    }

    // MARK: Stretched words

    /// A letter four times in a row. Three happen: "www", "brrr", and German compounds.
    private static func isStretched(_ word: String) -> Bool {
        var last: Character?
        var length = 0
        for letter in word.lowercased() {
            length = letter == last ? length + 1 : 1
            last = letter
            if length >= 4 && letter.isLetter { return true }
        }
        return false
    }
}
