import Foundation
import SabirHistory
import SabirTranslation
import SabirProtocol
import SabirNode

/// Translates lines of a history for one reader, through the same stages as a line in a room, and says of each how it
/// came about in the reader's language.
actor ExportTranslator {
    private let translationService: TranslationService
    private let lang: LanguageTag
    private let names: RoomNames
    /// Lines that could not be translated, by the reason.
    private(set) var untranslated: [UntranslatedReason: Int] = [:]

    /// - Parameter people: who wrote the lines.
    init(_ translationService: TranslationService, into lang: LanguageTag, people: [String]) {
        self.translationService = translationService
        self.lang = lang
        names = RoomNames(people)
    }

    /// What stands above the lines.
    nonisolated var notice: String { translationService.wording.interface.sentence("notice.first", in: lang) }

    nonisolated func sentence(_ reason: UntranslatedReason, in lang: LanguageTag) -> String {
        translationService.wording.sentence(reason, in: lang)
    }

    /// Nil of a line that needs no translation.
    ///
    /// - Parameter confirmations: what people confirmed of it, oldest first.
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
