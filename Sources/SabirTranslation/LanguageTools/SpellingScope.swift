import SabirProtocol

/// Which words of a draft a dictionary is asked about: none that may be part of a dose, a code or a name. One tap would
/// make "km" of "kg" there, or somebody else of a person.
struct SpellingScope {
    /// Letters of a title before its full stop: "Prof. Kowalczyk".
    private static let longestTitle = 4

    private let text: String
    /// The first letters of sentences, which are capitals anyway.
    private let openings: Set<String.Index>

    init(_ text: String, in language: LanguageTag) {
        self.text = text
        openings = Self.openings(of: text, Abbreviations(for: language))
    }

    /// Whether `word` is asked about; it is a part of the text. A capital within a sentence is a name's or a code's.
    func contains(_ word: Substring) -> Bool {
        guard Self.isSpelled(word), !isCounted(word) else { return false }
        let letters = openings.contains(word.startIndex) ? word.dropFirst() : word
        return !letters.contains(where: \.isUppercase)
    }

    /// A single letter is no spelling mistake, and capitals are an abbreviation.
    static func isSpelled(_ word: Substring) -> Bool {
        word.count > 1 && (word.lowercased() == word || word.uppercased() != word)
    }

    /// Whether a digit stands before it on its line, with or without blanks.
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

    /// Whether its full stop may be that of a title, with a name behind it.
    private static func mayEndWithTitle(_ sentence: Substring) -> Bool {
        guard let last = sentence.split(whereSeparator: \.isWhitespace).last, last.last == "." else { return false }
        return last.count <= longestTitle + 1 && last.first?.isUppercase == true
    }
}
