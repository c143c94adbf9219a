/// What the phrasebook offers.
package struct WebPhrases: Sendable, Hashable, Codable {
    /// Names of situations, in order; keys of the page's catalogues.
    package var situations: [String]
    package var phrases: [WebPhrase]

    package init(situations: [String] = [], phrases: [WebPhrase] = []) {
        self.situations = situations
        self.phrases = phrases
    }
}

/// One set sentence.
package struct WebPhrase: Sendable, Hashable, Codable {
    package enum State: String, Sendable, Hashable, Codable { case verified, phrasebook }

    package var id: String
    package var situation: String
    /// In the language asked for, its slots as `{n}`.
    package var text: String
    /// In the reader's language, where the phrasebook has it.
    package var reading: String?
    package var state: State
    /// Names of the slots in `text`, in order.
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
