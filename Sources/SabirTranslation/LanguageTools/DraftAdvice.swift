/// Something in a draft that troubles translation engines of any kind.
package struct DraftAdvice: Sendable, Hashable {
    package enum Kind: String, Sendable, CaseIterable {
        /// A sentence so long that engines lose parts of it.
        case longSentence = "long-sentence"
        /// Engines take it for a word, or leave it unchanged.
        case abbreviation
        /// Engines take capitals for names and abbreviations.
        case capitals
        /// Either the third of April or the fourth of March.
        case ambiguousDate = "ambiguous-date"
        /// Either one and a half or one thousand five hundred.
        case ambiguousNumber = "ambiguous-number"
        /// Engines do not know a word with a drawn-out letter.
        case stretchedWord = "stretched-word"
        /// Engines lose one of many clauses, or join unrelated ones.
        case severalIdeas = "several-ideas"
        /// Translated word by word, an idiom says something else.
        case idiom
        /// The number does not say what it counts.
        case bareNumber = "bare-number"
        /// "It should be taken": engines have to guess by whom.
        case nobodyNamed = "nobody-named"
        /// A word that staff use daily and few others know; reported to staff only.
        case hardWord = "hard-word"
    }

    package let kind: Kind
    /// The words as written, each once, at most five; of a long sentence its beginning.
    package let words: [String]
    /// A plain wording for each of `words`; empty except for hard words.
    package var plainer: [String] = []
}
