import SabirWire

/// A line as a reader gets it, with where it came from.
package struct WebTranslation: Sendable, Hashable {
    package enum State: String, Sendable, Hashable, Codable {
        /// A set sentence that a person has reviewed in both languages.
        case verified
        /// A set sentence that nobody has reviewed yet.
        case phrasebook
        case translated
        /// Nothing to translate: the reader reads this language, or there is no word in it.
        case same
        case untranslated
    }

    /// Why a line was not translated, in a word for programs and a sentence in the reader's language.
    package struct Reason: Sendable, Hashable, Codable {
        package let code: String
        package let text: String

        package init(code: String, text: String) {
            self.code = code
            self.text = text
        }
    }

    /// Something its reader should know, as a sentence in the reader's language.
    package struct Warning: Sendable, Hashable, Codable {
        package let kind: String
        package let text: String

        package init(kind: String, text: String) {
            self.kind = kind
            self.text = text
        }
    }

    package var state: State
    /// Nil exactly where `state` is `.untranslated`.
    package var text: String?
    /// Name of the engine that answered; nil unless translated.
    package var engine: String?
    /// Languages gone through on the way, in order; empty for a direct pair.
    package var pivots: [LanguageTag]
    package var isCached: Bool
    package var milliseconds: Int
    /// Nil unless untranslated.
    package var reason: Reason?
    package var warnings: [Warning]

    package init(
        state: State, text: String?, engine: String? = nil, pivots: [LanguageTag] = [], isCached: Bool = false,
        milliseconds: Int = 0, reason: Reason? = nil, warnings: [Warning] = []
    ) {
        self.state = state
        self.text = text
        self.engine = engine
        self.pivots = pivots
        self.isCached = isCached
        self.milliseconds = milliseconds
        self.reason = reason
        self.warnings = warnings
    }

    package static func same(_ text: String) -> WebTranslation { WebTranslation(state: .same, text: text) }
}

/// What a room is about, as a reader gets it.
package struct WebTopic: Sendable, Hashable {
    /// The language it is taken to be written in.
    package let lang: LanguageTag
    package let translation: WebTranslation

    package init(lang: LanguageTag, translation: WebTranslation) {
        self.lang = lang
        self.translation = translation
    }
}
