import SabirTranslation
import SabirProtocol

/// How a draft will read before it is said.
package struct WebDraftCheck: Sendable {
    /// Advice on the draft: a wording that translates badly, or a misspelt word.
    package struct Advice: Encodable, Sendable {
        let kind: String
        /// The advice in the writer's language if there is a sentence in it, else in English.
        let text: String
        /// The word that the advice is about, as written in the draft; nil if it is about the whole draft.
        @OrNull var word: String?
        let suggestions: [String]

        package init(kind: String, text: String, word: String? = nil, suggestions: [String] = []) {
            self.kind = kind
            self.text = text
            self.word = word
            self.suggestions = suggestions
        }
    }

    package var readings: [DraftReading]
    package var advice: [Advice]
    /// The language that the draft seems to be in, if that is certain and not the declared one.
    package var offeredLanguage: LanguageTag?

    package init(readings: [DraftReading] = [], advice: [Advice] = [], offeredLanguage: LanguageTag? = nil) {
        self.readings = readings
        self.advice = advice
        self.offeredLanguage = offeredLanguage
    }

    /// The check of a draft that no engine is asked for: every language has the same answer.
    init(unread answer: TranslationOutcome, in lang: LanguageTag, for present: [LanguageTag: Int]) {
        let others = present.keys.filter { !$0.reads(lang) }.sorted { $0.description < $1.description }
        self.init(readings: others.map { DraftReading(lang: $0, line: answer, back: nil) })
    }
}
