import SabirTranslation

/// The phrasebook's sentences that match a query.
struct PhrasesJSON: Encodable, Sendable {
    /// Names of situations in order; they are keys of the page's catalogues.
    let situations: [String]
    let phrases: [Phrase]

    struct Phrase: Encodable, Sendable {
        let id: String
        let situation: String
        /// The sentence in the requested language, with slots as `{n}`.
        let text: String
        /// The sentence in the reader's language, if the phrasebook has it.
        @OrNull var reading: String?
        /// `verified` or `phrasebook`.
        let state: String
        /// The names of the slots in `text`, in order.
        let slots: [String]

        init(_ phrase: PhraseSuggestion) {
            (id, text, slots) = (phrase.id, phrase.text, phrase.slots)
            situation = phrase.situation ?? ""
            reading = phrase.reading
            state = phrase.isVerified ? "verified" : "phrasebook"
        }
    }
}
