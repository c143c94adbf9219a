/// The phrasebook's sentences that match a query.
package struct WebPhrases: Sendable, Hashable, Codable {
    /// Names of situations in order; they are keys of the page's catalogues.
    package var situations: [String]
    package var phrases: [WebPhrase]

    package init(situations: [String] = [], phrases: [WebPhrase] = []) {
        self.situations = situations
        self.phrases = phrases
    }
}

/// A sentence of the phrasebook.
package struct WebPhrase: Sendable, Hashable, Codable {
    package enum State: String, Sendable, Hashable, Codable { case verified, phrasebook }

    package var id: String
    package var situation: String
    /// The sentence in the requested language, with slots as `{n}`.
    package var text: String
    /// The sentence in the reader's language, if the phrasebook has it.
    package var reading: String?
    package var state: State
    /// The names of the slots in `text`, in order.
    package var slots: [String]

    package init(
        id: String, situation: String, text: String, reading: String? = nil, state: State, slots: [String] = []
    ) {
        self.id = id
        self.situation = situation
        self.text = text
        self.reading = reading
        self.state = state
        self.slots = slots
    }
}
