import SabirProtocol

/// A line in the reader's language, made for an export, with its origin: in words of that language for people, and by
/// name for programs.
package struct ExportTranslation: Sendable, Hashable {
    package struct Warning: Encodable, Sendable, Hashable {
        private enum CodingKeys: String, CodingKey { case kind, weight, sentence = "text" }

        /// For programs; stable.
        package let kind: String
        /// `loud` for a warning of possible harm, `quiet` for something odd, `plain` where nothing is known to be
        /// wrong.
        package let weight: String
        package let sentence: String

        package init(kind: String, weight: String, sentence: String) {
            self.kind = kind
            self.weight = weight
            self.sentence = sentence
        }

        var isLoud: Bool { weight == "loud" }
        /// Precedes the sentence of a warning that is not loud.
        var mark: String { weight == "quiet" ? "?" : "·" }
    }

    package var lang: LanguageTag
    /// Nil where there is no translation: `origin` says why.
    package var text: String?
    /// For programs: `verified`, `phrasebook`, `translated` or `untranslated`.
    package var state: String
    package var engine: String?
    /// Languages through which the text was translated.
    package var pivots: [LanguageTag] = []
    /// How the translation came about, or why there is none: a sentence or two.
    package var origin: String
    package var warnings: [Warning] = []

    package init(lang: LanguageTag, text: String?, state: String, origin: String) {
        self.lang = lang
        self.text = text
        self.state = state
        self.origin = origin
    }
}
