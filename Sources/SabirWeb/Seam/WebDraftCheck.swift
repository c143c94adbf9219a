import SabirTranslation
import SabirProtocol

/// How a draft will read before it is said.
package struct WebDraftCheck: Sendable, Hashable {
    package struct Reading: Sendable, Hashable {
        package let lang: LanguageTag
        /// Members who read it.
        package let n: Int
        package let translation: TranslationOutcome
        /// Read back into the writer's language; nil where there is nothing to read back.
        package let back: TranslationOutcome?

        package init(lang: LanguageTag, n: Int, translation: TranslationOutcome, back: TranslationOutcome?) {
            self.lang = lang
            self.n = n
            self.translation = translation
            self.back = back
        }
    }

    /// Something translators stumble on, or a misspelt word.
    package struct Advice: Sendable, Hashable, Codable {
        package let kind: String
        /// A sentence in the writer's language where there is one, else in English.
        package let text: String
        /// The word it is about, as it stands in the draft; nil where it is about the whole.
        package let word: String?
        package let suggestions: [String]

        package init(kind: String, text: String, word: String? = nil, suggestions: [String] = []) {
            self.kind = kind
            self.text = text
            self.word = word
            self.suggestions = suggestions
        }
    }

    package var readings: [Reading]
    package var advice: [Advice]
    /// The language the text seems to be in, where that is sure and not the one it was said to be in.
    package var offeredLanguage: LanguageTag?

    package init(readings: [Reading] = [], advice: [Advice] = [], offeredLanguage: LanguageTag? = nil) {
        self.readings = readings
        self.advice = advice
        self.offeredLanguage = offeredLanguage
    }

    /// Of one that no engine is asked for: each language has the same answer.
    init(unread answer: TranslationOutcome, in lang: LanguageTag, for present: [LanguageTag: Int]) {
        let others = present.filter { !$0.key.reads(lang) }.sorted { $0.key.description < $1.key.description }
        self.init(readings: others.map { Reading(lang: $0.key, n: $0.value, translation: answer, back: nil) })
    }
}
