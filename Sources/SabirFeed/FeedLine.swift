import SabirTranslation
import SabirProtocol

/// A line that the feed keeps, and what has become of its translations.
package struct FeedLine: Sendable {
    package private(set) var message: Message
    let heard: ContinuousClock.Instant
    /// No engine is asked for it.
    let isOverBudget: Bool
    /// Answers so far, by the reader's language; a language without one is being asked for, or has no reader.
    package var translations: [LanguageTag: TranslationOutcome] = [:]
    /// What people confirmed of it, by the language that they wrote; of several the last.
    private(set) var confirmed: [LanguageTag: TranslationOutcome] = [:]

    mutating func confirm(_ translation: TranslationOutcome, in lang: LanguageTag) { confirmed[lang] = translation }

    /// Its author has taken it back: nothing of what it said is left here.
    mutating func retract() {
        message = message.retracted
        (translations, confirmed) = ([:], [:])
    }

    func event(for lang: LanguageTag) -> FeedEvent? {
        translations[lang].map {
            .translation(.init(id: message.id, seq: message.seq, lang: lang, translation: $0))
        }
    }
}

/// The pinned notice, likewise.
package struct FeedNotice: Sendable {
    package let notice: Notice
    var translations: [LanguageTag: TranslationOutcome] = [:]
}
