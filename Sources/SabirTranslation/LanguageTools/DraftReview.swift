import SabirProtocol

/// Checks a draft for what troubles engines. Pure, and the same for every engine. Ignores missing final punctuation,
/// small letters and other harmless habits.
package enum DraftReview {
    /// Sentences with more words are long; in scripts without spaces, with more characters.
    static let longestSentence = 30
    static let longestUnspacedSentence = 60
    /// The most words named in one piece of advice.
    static let wordsNamed = 5

    /// At most one piece of advice of each kind, in the order of the kinds' declaration.
    ///
    /// - Parameter isStaffs: whether the author is staff, who also get plainer words.
    package static func advice(
        on text: String, in language: LanguageTag, knowing data: AdviceData = .none, isStaffs: Bool = false
    ) -> [DraftAdvice] {
        let abbreviations = Abbreviations(for: language)
        let chunks = text.split { $0.isWhitespace }
        let withDigits = chunks.filter { $0.utf8.contains(where: isDigit) }
        let sentences = Array(Sentences(text, abbreviations))
        let findings: [(DraftAdvice.Kind, [String])] = [
            (.longSentence, sentences.filter(isLong).map(beginning)),
            (.abbreviation, chunks.compactMap(abbreviations.found)),
            (.capitals, capitals(in: chunks)),
            (.ambiguousDate, withDigits.compactMap(ambiguousDate)),
            (.ambiguousNumber, withDigits.compactMap(ambiguousNumber)),
            (.stretchedWord, DraftWords(text).map(\.text).filter(isStretched)),
        ]
        let advice = findings.compactMap { kind, words in
            words.isEmpty ? nil : DraftAdvice(kind: kind, words: Array(words.eachOnce.prefix(wordsNamed)))
        }
        return advice + wordAdvice(on: joined(sentences, in: text), data.rules(for: language), isStaffs: isStaffs)
    }

    /// Advice from the language's data file.
    private static func wordAdvice(
        on sentences: [Substring], _ rules: AdviceRules, isStaffs: Bool
    ) -> [DraftAdvice] {
        var several: [String] = []
        var (idioms, bare, nobody) = (Findings(), Findings(), Findings())
        var (hard, plainer) = (Findings(), [String]())
        for sentence in sentences {
            let tokens = DraftTokens.tokens(of: sentence)
            if SeveralIdeas(tokens, clauses: rules.clauses).areTooMany, !isLong(sentence) {
                several.append(beginning(of: sentence))
            }
            func written(_ range: Range<Int>) -> String {
                let (first, last) = (tokens[range.lowerBound].range, tokens[range.upperBound - 1].range)
                return String(sentence[first.lowerBound..<last.upperBound])
            }
            for match in rules.idioms.matches(in: tokens) { _ = idioms.add(written(match.range)) }
            for place in BareNumbers(tokens, rules).places { _ = bare.add(written(place..<place + 1)) }
            for match in rules.impersonal.matches(in: tokens) { _ = nobody.add(written(match.range)) }
            guard isStaffs else { continue }
            for match in rules.hardWords.matches(in: tokens) where hard.add(written(match.range)) {
                plainer.append(rules.plainWords[match.phrase])
            }
        }
        let findings: [DraftAdvice] = [
            DraftAdvice(kind: .severalIdeas, words: Array(several.prefix(wordsNamed))),
            DraftAdvice(kind: .idiom, words: idioms.words), DraftAdvice(kind: .bareNumber, words: bare.words),
            DraftAdvice(kind: .nobodyNamed, words: nobody.words),
            DraftAdvice(kind: .hardWord, words: hard.words, plainer: plainer),
        ]
        return findings.filter { !$0.words.isEmpty }
    }

    /// Collects words in order, each once regardless of case, up to the limit.
    private struct Findings {
        private(set) var words: [String] = []
        private var seen: Set<String> = []

        /// Adds a word, and returns whether it is new and within the limit.
        mutating func add(_ word: String) -> Bool {
            guard words.count < wordsNamed, seen.insert(word.lowercased()).inserted else { return false }
            words.append(word)
            return true
        }
    }

    /// Joins pieces up to full stops, because a semicolon does not end a sentence here.
    private static func joined(_ sentences: [Substring], in text: String) -> [Substring] {
        var joined: [Substring] = []
        var start = text.startIndex
        for sentence in sentences {
            if let last = sentence.last, ";；".contains(last), sentence.endIndex < text.endIndex { continue }
            joined.append(text[start..<sentence.endIndex])
            start = sentence.endIndex
        }
        return joined
    }

    // MARK: Long sentences

    private static func isLong(_ sentence: Substring) -> Bool {
        let words = sentence.split { $0.isWhitespace }.filter { $0.contains(where: \.isLetter) }
        if words.count > longestSentence { return true }
        // In scripts without spaces, characters take three bytes.
        guard sentence.utf8.count > 3 * longestUnspacedSentence else { return false }
        return LetterCensus(String(sentence)).counts[.eastAsian] ?? 0 > longestUnspacedSentence
    }

    /// The sentence's first words.
    private static func beginning(of sentence: Substring) -> String {
        let words = sentence.split { $0.isWhitespace }.prefix(6).joined(separator: " ")
        return String(words.prefix(60)) + " …"
    }

    // MARK: Capitals

    /// Three words in capitals in a row, each of two letters or more: a single one may be a well-known abbreviation.
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

    /// Matches `3/4/2026` and `03-04-26`, but not `25/12/2026`, `2026-04-03` or `3/3/2026`.
    private static func ambiguousDate(_ chunk: Substring) -> String? {
        let chunk = withoutPunctuation(chunk)
        let parts = chunk.split(omittingEmptySubsequences: false) { "/-.".contains($0) }
        guard parts.count == 3, parts.allSatisfy(isDigits), let first = Int(parts[0]), let second = Int(parts[1]),
            parts[0].count <= 2, parts[1].count <= 2, [2, 4].contains(parts[2].count)
        else { return nil }
        let areMonths = (1...12).contains(first) && (1...12).contains(second)
        return areMonths && first != second ? String(chunk) : nil
    }

    /// Matches `1.500` and `2,250`: one separator, three digits after it, one to three before it, and no leading zero.
    private static func ambiguousNumber(_ chunk: Substring) -> String? {
        let number = withoutPunctuation(chunk).prefix { $0.isNumber || $0 == "." || $0 == "," }
        let parts = number.split(omittingEmptySubsequences: false) { $0 == "." || $0 == "," }
        guard parts.count == 2, parts.allSatisfy(isDigits), (1...3).contains(parts[0].count), parts[1].count == 3,
            !parts[0].hasPrefix("0")
        else { return nil }
        return String(number)
    }

    private static func isDigits(_ text: Substring) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy(isDigit)
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

    private static func withoutPunctuation(_ chunk: Substring) -> Substring {
        chunk.trimming { !$0.isLetter && !$0.isNumber }
    }

    // MARK: Stretched words

    /// Whether a letter occurs four times in a row. Three are normal: "www", "brrr", and German compounds.
    private static func isStretched(_ word: String) -> Bool {
        guard word.utf8.count >= 4 else { return false }
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
