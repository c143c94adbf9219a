import SabirProtocol

/// The result of translating a text for readers of one language, and its origin; used by the terminal, the page and
/// IRC. An ``OutcomeWording`` makes sentences of it when it is encoded or shown.
package struct TranslationOutcome: Sendable, Hashable {
    package enum State: String, Sendable {
        case translated
        /// A set sentence that a person reviewed in both languages.
        case verified
        /// A set sentence that nobody has reviewed.
        case phrasebook
        /// A person who knows both languages compared it with the line, or wrote it.
        case confirmed
        /// Nothing to translate: the reader reads this language, or the text has no words.
        case same
        case untranslated
    }

    /// Nil if and only if `state` is `.untranslated`; the original if it is `.same`.
    package var text: String?
    package var state: State
    /// The name of the endpoint that translated; nil otherwise.
    package var engine: String?
    /// Intermediate languages, in order; empty for a direct pair.
    package var pivots: [LanguageTag] = []
    /// Whether the translation comes from the cache.
    package var cached = false
    /// Milliseconds from the question to the answer, including time in queues.
    package var milliseconds = 0
    package var warnings: [TranslationWarning] = []
    /// The second reading, if there was one. Staff see its text; differences are among the warnings.
    package var second: SecondReading?
    /// Who confirmed the translation; nil if and only if `state` is not `.confirmed`.
    package var confirmation: PersonConfirmation?
    /// Why the line is not translated; nil if it is.
    package var reason: UntranslatedReason?
}

extension TranslationOutcome {
    package static func same(_ text: String) -> TranslationOutcome { TranslationOutcome(text: text, state: .same) }

    /// A copy without control characters and those that change the reading direction, as the contract cleans messages:
    /// they could command a terminal, or turn a sentence into its opposite.
    var cleaned: TranslationOutcome {
        var line = self
        line.text = text.map(WireText.cleanMessage)
        if !warnings.isEmpty { line.warnings = warnings.map(\.cleaned) }
        if let second { line.second = second.cleaned }
        return line
    }

    init(_ phrase: PhraseMatch) {
        self.init(text: phrase.text, state: phrase.isVerified ? .verified : .phrasebook)
    }

    package static func untranslated(_ reason: UntranslatedReason) -> TranslationOutcome {
        TranslationOutcome(state: .untranslated, reason: reason)
    }

    init(_ translation: Translation, cached: Bool) {
        self.init(
            text: translation.text, state: .translated, engine: translation.engine, pivots: translation.pivots,
            cached: cached, warnings: translation.warnings)
        if let second = translation.second { self = with(second) }
    }
}

/// How a draft will read in one language.
package struct DraftReading: Sendable {
    package let lang: LanguageTag
    package let line: TranslationOutcome
    /// The translation back into the writer's language; nil if there is none.
    package let back: TranslationOutcome?

    package init(lang: LanguageTag, line: TranslationOutcome, back: TranslationOutcome?) {
        (self.lang, self.line, self.back) = (lang, line, back)
    }
}

/// Words outcomes for people, in each reader's language.
package protocol OutcomeWording: Sendable {
    func sentence(_ reason: UntranslatedReason, in language: LanguageTag) -> String
    func sentence(_ warning: TranslationWarning, in language: LanguageTag) -> String
}

/// An engine's translation of a text: the part of an outcome worth caching.
package struct Translation: Sendable, Equatable {
    package var text: String
    package var engine: String
    package var pivots: [LanguageTag]
    package var warnings: [TranslationWarning]
    package var second: SecondReading?

    /// Whether the translation's length is plausible: at most eight times as many Unicode scalars as the original, or
    /// 200 for short lines. A model that repeats itself without end would fill every reader's stream.
    func isInProportion(to original: String) -> Bool {
        text.unicodeScalars.count <= max(200, 8 * original.unicodeScalars.count)
    }

    /// Approximate size in bytes, for the bound of a cache.
    var cost: Int {
        text.utf8.count + 256 + warnings.reduce(second?.cost ?? 0) { $0 + $1.words.reduce(64) { $0 + $1.utf8.count } }
    }
}
