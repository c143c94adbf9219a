/// The phrasebook's sentences that match a query.
struct PhrasesJSON: Encodable, Sendable {
    private let situations: [String]
    private let phrases: [Phrase]

    init(_ phrases: WebPhrases) {
        situations = phrases.situations
        self.phrases = phrases.phrases.map { Phrase($0) }
    }

    private struct Phrase: Encodable, Sendable {
        let id: String
        let situation: String
        let text: String
        @OrNull var reading: String?
        let state: String
        let slots: [String]

        init(_ phrase: WebPhrase) {
            id = phrase.id
            situation = phrase.situation
            text = phrase.text
            reading = phrase.reading
            state = phrase.state.rawValue
            slots = phrase.slots
        }
    }
}
