import SabirHistory
import SabirTranslation
import SabirProtocol
import SabirNode

/// Translates lines of a history for one reader, in the same way as lines of a room, and says in the reader's language
/// where each translation comes from.
actor ExportTranslator {
    private let translationService: TranslationService
    private let lang: LanguageTag
    private let names: RoomNames
    /// Number of lines that could not be translated, by reason.
    private(set) var untranslated: [UntranslatedReason: Int] = [:]

    /// - Parameter people: names of the lines' authors.
    init(_ translationService: TranslationService, into lang: LanguageTag, people: [String]) {
        self.translationService = translationService
        self.lang = lang
        names = RoomNames(people)
    }

    /// Nil for a line that needs no translation.
    ///
    /// - Parameter confirmations: confirmed translations of the line, oldest first.
    func translation(of message: Message, confirmedBy confirmations: [Message]) async -> ExportTranslation? {
        guard message.isTalk else { return nil }
        let confirmed = confirmations.last { lang.reads($0.lang) }.flatMap { TranslationOutcome(confirmedBy: $0) }
        let line = if let confirmed { confirmed } else { await machine(message) }
        guard line.state != .same else { return nil }
        if let reason = line.reason { untranslated[reason, default: 0] += 1 }
        var translation = ExportTranslation(
            lang: lang, text: line.text, state: line.state.rawValue,
            origin: translationService.wording.origin(of: line, in: lang))
        translation.engine = line.engine
        translation.pivots = line.pivots
        translation.warnings = line.warnings.map {
            .init(
                kind: $0.kind.rawValue, weight: $0.kind.weight.rawValue,
                sentence: translationService.wording.sentence($0, in: lang))
        }
        return translation
    }

    private func machine(_ message: Message) async -> TranslationOutcome {
        let made = await translationService.translator.translate(
            message.text, from: message.lang, to: lang, names: names)
        return translationService.confirmation.marked(made, of: message.text, in: message.lang)
    }
}
