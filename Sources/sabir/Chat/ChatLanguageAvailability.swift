import SabirTranslation
import SabirProtocol
import SabirNode

/// What the reader can expect of lines in another language, told before anybody writes one.
struct ChatLanguageAvailability: Sendable, Hashable {
    enum State: String, Sendable {
        case translated
        /// Only phrases of the phrasebook are translated.
        case phrases
        case untranslated
    }

    let lang: LanguageTag
    let state: State
    /// The engine that translates; nil if none does.
    let engine: String?
    /// Why lines are not translated; nil if they are.
    let reason: String?

    /// Nil if the reader needs no translation.
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
