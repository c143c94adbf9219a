import SabirProtocol

/// What became of a text for readers of one language, and where it came from: in the terminal, on the page and over IRC
/// alike. Sentences for people are made where it is encoded or shown, by an ``OutcomeWording``.
package struct TranslationOutcome: Sendable, Hashable {
    package enum State: String, Sendable {
        case translated
        /// A set sentence that a person has reviewed in both languages.
        case verified
        /// A set sentence that nobody has reviewed yet.
        case phrasebook
        /// A person who knows both languages has read it beside the line, or wrote it.
        case confirmed
        /// Nothing to translate: the reader reads this language, or there is no word in it.
        case same
        case untranslated
    }

    /// Nil exactly where `state` is `.untranslated`; the original itself where it is `.same`.
    package var text: String?
    package var state: State
    /// Name of the endpoint that answered; nil unless translated.
    package var engine: String?
    /// Languages gone through on the way, in order; empty for a direct pair.
    package var pivots: [LanguageTag] = []
    package var cached = false
    /// Time from the question to this answer, waiting for others' included.
    package var milliseconds = 0
    package var warnings: [TranslationWarning] = []
    /// What a second look found, where there was one; its text is for staff, what differs is among the warnings.
    package var second: SecondReading?
    /// Who confirmed it; nil exactly where `state` is not `.confirmed`.
    package var confirmation: PersonConfirmation?
    /// Nil unless untranslated.
    package var reason: UntranslatedReason?

    package static func same(_ text: String) -> TranslationOutcome { TranslationOutcome(text: text, state: .same) }

    /// Without control characters and those that turn the direction of reading, by the contract's rules for messages:
    /// they could command a terminal, or make a sentence read as its opposite.
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

    init(
        text: String? = nil, state: State, engine: String? = nil, pivots: [LanguageTag] = [], cached: Bool = false,
        milliseconds: Int = 0, warnings: [TranslationWarning] = [], reason: UntranslatedReason? = nil
    ) {
        self.text = text
        self.state = state
        self.engine = engine
        self.pivots = pivots
        self.cached = cached
        self.milliseconds = milliseconds
        self.warnings = warnings
        self.reason = reason
    }
}

/// How people are told of an outcome, each in the language that they read.
package protocol OutcomeWording: Sendable {
    func sentence(_ reason: UntranslatedReason, in language: LanguageTag) -> String
    func sentence(_ warning: TranslationWarning, in language: LanguageTag) -> String
}

/// What an engine made of a text: the part of an outcome that is worth keeping.
package struct Translation: Sendable, Equatable {
    package var text: String
    package var engine: String
    package var pivots: [LanguageTag]
    package var warnings: [TranslationWarning]
    package var second: SecondReading?

    /// Whether a line of this text may become that: at most eight times as many Unicode scalars, of which a short line
    /// may always become 200. A model that repeats itself without end would fill every reader's stream.
    func isInProportion(to original: String) -> Bool {
        text.unicodeScalars.count <= max(200, 8 * original.unicodeScalars.count)
    }

    /// Bytes kept in a cache, near enough for a bound.
    var cost: Int {
        text.utf8.count + 256 + warnings.reduce(second?.cost ?? 0) { $0 + $1.words.reduce(64) { $0 + $1.utf8.count } }
    }
}
