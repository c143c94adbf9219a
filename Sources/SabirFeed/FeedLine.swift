import SabirTranslation
import SabirProtocol

/// A line that the feed keeps, with its translations.
package struct FeedLine: Sendable {
    package private(set) var message: Message
    let heard: ContinuousClock.Instant
    /// The author's budget of translated text was used up: no engine is asked for this line.
    let isOverBudget: Bool
    /// Translations so far, by the reader's language. A missing language is being asked for, or has no reader.
    package var translations: [LanguageTag: TranslationOutcome] = [:]
    /// Translations that people confirmed, by their language; the last one where several were confirmed.
    private(set) var confirmed: [LanguageTag: TranslationOutcome] = [:]

    mutating func confirm(_ translation: TranslationOutcome, in lang: LanguageTag) { confirmed[lang] = translation }

    /// Deletes the text and every translation, as the author took the line back.
    mutating func retract() {
        message = message.retracted
        (translations, confirmed) = ([:], [:])
    }

    /// Sets the translation for readers of a language; returns the action that tells them, or another audience.
    mutating func setTranslation(
        _ translation: TranslationOutcome, for lang: LanguageTag, telling audience: Audience? = nil
    ) -> FeedAction {
        translations[lang] = translation
        let told = FeedEvent.Translated(id: message.id, seq: message.seq, lang: lang, translation: translation)
        return .tell(.translation(told), audience ?? .readers(of: lang))
    }

    func event(for lang: LanguageTag) -> FeedEvent? {
        translations[lang].map {
            .translation(.init(id: message.id, seq: message.seq, lang: lang, translation: $0))
        }
    }
}

/// The pinned notice, with its translations by the reader's language.
package struct FeedNotice: Sendable {
    package let notice: Notice
    var translations: [LanguageTag: TranslationOutcome] = [:]
}
