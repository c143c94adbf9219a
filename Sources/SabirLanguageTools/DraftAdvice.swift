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
}
