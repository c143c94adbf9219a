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
    var secondTries = SecondTries()

    /// Its author has taken it back: nothing of what it said is left here.
    mutating func retract() {
        message = message.retracted
        translations = [:]
    }

    func event(for lang: LanguageTag) -> FeedEvent? {
        translations[lang].map {
            .translation(.init(id: message.id, seq: message.seq, lang: lang, translation: $0))
        }
    }
}

/// The pinned notice, likewise.
struct FeedNotice: Sendable {
    let notice: WebNotice
    var translations: [LanguageTag: TranslationOutcome] = [:]
    var secondTries = SecondTries()
}

/// How often an engine that failed at a text, and was well otherwise, was asked for the same once more: bounded, as it
/// may be the text that it fails at.
struct SecondTries: Sendable {
    static let most = 2

    private var made: [LanguageTag: Int] = [:]

    /// Takes one; false where there is none left.
    mutating func take(for lang: LanguageTag) -> Bool {
        guard made[lang, default: 0] < Self.most else { return false }
        made[lang, default: 0] += 1
        return true
    }
}
