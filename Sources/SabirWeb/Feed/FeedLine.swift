import SabirWire

/// A line that the feed keeps, and what has become of its translations.
package struct FeedLine: Sendable {
    package let message: Message
    let heard: ContinuousClock.Instant
    /// Answers so far, by the reader's language; a language without one is being asked for, or has no reader.
    package var translations: [LanguageTag: WebTranslation] = [:]

    func event(for lang: LanguageTag) -> FeedEvent? {
        translations[lang].map {
            .translation(.init(id: message.id, seq: message.seq, lang: lang, translation: $0))
        }
    }
}

/// The pinned notice, likewise.
struct FeedNotice: Sendable {
    let notice: WebNotice
    var translations: [LanguageTag: WebTranslation] = [:]
}
