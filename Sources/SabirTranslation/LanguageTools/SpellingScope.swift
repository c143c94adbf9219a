import SabirProtocol

/// Decides which words of a draft are spell-checked: none that may be part of a dose, a code or a name, where one tap
/// on a suggestion would make "km" of "kg", or another person of a name.
struct SpellingScope {
    /// The most letters of a title before its full stop: "Prof. Kowalczyk".
    private static let longestTitle = 4

    private let text: String
    /// Places where sentences begin, whose letters are capitals anyway.
    private let openings: Set<String.Index>

    init(_ text: String, in language: LanguageTag) {
        self.text = text
        openings = Self.openings(of: text, Abbreviations(for: language))
    }

    /// Whether `word`, a part of the text, is checked. A capital inside a sentence marks a name or a code.
    func contains(_ word: Substring) -> Bool {
        guard Self.isSpelled(word), !isCounted(word) else { return false }
        let letters = openings.contains(word.startIndex) ? word.dropFirst() : word
        return !letters.contains(where: \.isUppercase)
    }

    /// Single letters are not misspellings, and words in capitals are abbreviations.
    static func isSpelled(_ word: Substring) -> Bool {
        word.count > 1 && (word.lowercased() == word || word.uppercased() != word)
    }

    /// Whether a digit precedes the word on its line, with or without blanks.
    private func isCounted(_ word: Substring) -> Bool {
        let before = text[..<word.startIndex].last { !$0.isWhitespace || $0.isNewline }
        return before?.isNumber == true
    }

    private static func openings(of text: String, _ abbreviations: Abbreviations) -> Set<String.Index> {
        var openings: Set<String.Index> = []
        var isAfterTitle = false
        for sentence in Sentences(text, abbreviations) {
            if !isAfterTitle, let first = sentence.firstIndex(where: { $0.isLetter || $0.isNumber }) {
                openings.insert(first)
            }
            isAfterTitle = mayEndWithTitle(sentence)
        }
        return openings
    }

    /// Whether the final full stop may belong to a title before a name.
    private static func mayEndWithTitle(_ sentence: Substring) -> Bool {
        guard let last = sentence.split(whereSeparator: \.isWhitespace).last, last.last == "." else { return false }
        return last.count <= longestTitle + 1 && last.first?.isUppercase == true
    }
}
