/// Something in a draft that translation engines stumble on, whatever the engine.
package struct DraftAdvice: Sendable, Hashable {
    package enum Kind: String, Sendable, CaseIterable {
        /// A sentence so long that engines lose its parts.
        case longSentence = "long-sentence"
        /// Taken for a word, or left as it is.
        case abbreviation
        /// Taken for names and abbreviations.
        case capitals
        /// The third of April, or the fourth of March.
        case ambiguousDate = "ambiguous-date"
        /// One and a half, or one thousand five hundred.
        case ambiguousNumber = "ambiguous-number"
        /// A letter drawn out is a word that no engine knows.
        case stretchedWord = "stretched-word"
    }

    package let kind: Kind
    /// As they stand in the draft, each once, at most five; of a long sentence its beginning.
    package let words: [String]

    package init(kind: Kind, words: [String]) {
        self.kind = kind
        self.words = words
    }

    /// A plain sentence in English.
    package var text: String {
        let listed = words.joined(separator: ", ")
        return switch kind {
        case .longSentence: "This sentence is long; two short ones translate better: \(listed)"
        case .abbreviation: "Abbreviations are often mistranslated; write them out: \(listed)."
        case .capitals: "Words in capitals are often left untranslated: \(listed)."
        case .ambiguousDate: "Which is the day and which the month? Write the month as a word: \(listed)."
        case .ambiguousNumber:
            "The separator can be read as a decimal sign or as thousands; write the number otherwise: \(listed)."
        case .stretchedWord: "Engines do not know stretched words: \(listed)."
        }
    }
}
