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
        /// Clause upon clause: engines lose one, or join what does not belong together.
        case severalIdeas = "several-ideas"
        /// Translated word by word, it says something else.
        case idiom
        /// Two of what?
        case bareNumber = "bare-number"
        /// "It should be taken": by whom, engines have to guess.
        case nobodyNamed = "nobody-named"
        /// What staff say every day and few others know; for staff alone.
        case hardWord = "hard-word"
    }

    package let kind: Kind
    /// As they stand in the draft, each once, at most five; of a long sentence its beginning.
    package let words: [String]
    /// What says the same plainly, for each of `words`; empty but for hard words.
    package let plainer: [String]

    package init(kind: Kind, words: [String], plainer: [String] = []) {
        self.kind = kind
        self.words = words
        self.plainer = plainer
    }
}
