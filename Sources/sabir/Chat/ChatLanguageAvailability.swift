import SabirTranslation
import SabirProtocol
import SabirNode

/// What a reader can count on for lines in another language, before anybody writes one.
struct ChatLanguageAvailability: Sendable, Hashable {
    enum State: String, Sendable {
        case translated
        /// Set sentences of the phrasebook alone.
        case phrases
        case untranslated
    }

    let lang: LanguageTag
    let state: State
    /// Nil unless translated.
    let engine: String?
    /// Nil where lines are translated.
    let reason: String?

    /// Nil where the reader needs no translation.
    init?(
        of lang: LanguageTag, _ expectation: Expectation, hasPhrases: Bool, for reader: LanguageTag,
        _ wording: ReaderWording
    ) {
        self.lang = lang
        switch expectation {
        case .same: return nil
        case .translated(let engine): (state, self.engine, reason) = (.translated, engine, nil)
        case .not(let why):
            (state, engine, reason) = (
                hasPhrases ? .phrases : .untranslated, nil, wording.sentence(why, in: reader)
            )
        }
    }
}
