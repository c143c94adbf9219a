import Foundation
import Logging
import SabirConfiguration
import SabirCore
import SabirTranslation
import SabirProtocol

/// Sentences for readers in their languages: the checks' warnings, why a line is not translated, advice on a draft, and
/// a few of its own.
package struct ReaderWording: OutcomeWording {
    package let warnings: WarningCatalogue
    package let interface: InterfaceCatalogue

    package func sentence(_ warning: TranslationWarning, in language: LanguageTag) -> String {
        warnings.sentence(for: warning, in: language)
    }

    package func sentence(_ reason: UntranslatedReason, in language: LanguageTag) -> String {
        interface.sentence("reason.\(reason.code)", in: language, reason.slots(in: language))
    }

    package func sentence(_ advice: DraftAdvice, in language: LanguageTag) -> String {
        let words =
            advice.plainer.isEmpty
            ? advice.words.joined(separator: ", ")
            : zip(advice.words, advice.plainer).map { "\($0): \($1)" }.joined(separator: "; ")
        return interface.sentence("advice.\(advice.kind.rawValue)", in: language, ["words": words])
    }

    package func sentence(_ misspelling: Misspelling, in language: LanguageTag) -> String {
        let suggestions = misspelling.suggestions.joined(separator: ", ")
        return interface.sentence(
            suggestions.isEmpty ? "advice.misspelt" : "advice.misspelt-suggestions", in: language,
            ["word": misspelling.word, "suggestions": suggestions])
    }
}

extension ReaderWording {
    /// Reads the files of the configured data folder.
    package init(_ configuration: NodeConfiguration, logger: Logger) {
        let folder = DataFolder.locate(configured: configuration.node.dataDirectory)
        self.init(
            warnings: TranslationService.catalogue(folder, logger).confirming(configuration.safety.text),
            interface: .load(from: folder, logger: logger))
    }
}

extension AdviceData {
    /// Reads the configured data folder; problems in a file are logged.
    package init(_ configuration: NodeConfiguration, logger: Logger) {
        guard let folder = DataFolder.locate(configured: configuration.node.dataDirectory) else {
            self = .none
            return
        }
        let languages = folder + "/languages"
        let doses = DoseWords(in: languages)
        self.init(in: languages, tell: { logger.warning("\($0)") }, isDoseWord: doses.contains)
    }
}

extension LanguageTag {
    /// The name of this language for people who read `language`; the tag if CLDR has no name.
    fileprivate func name(in language: LanguageTag) -> String {
        let locale = Locale(identifier: language.description)
        let name = locale.localizedString(forIdentifier: description) ?? ""
        return name.isEmpty ? description : name
    }
}

extension UntranslatedReason {
    /// The values for the sentence's slots.
    fileprivate func slots(in language: LanguageTag) -> [String: String] {
        switch self {
        case .pairNotOffered(let from, let to): ["from": from.name(in: language), "to": to.name(in: language)]
        case .unreachable(let engine), .timedOut(let engine), .badAnswer(let engine), .refused(let engine),
            .noTranslation(let engine):
            ["engine": engine]
        case .resting(let engine, let until): ["engine": engine, "until": Self.clock(until)]
        case .noEngine, .busy, .overBudget, .tooLong, .stopped: [:]
        }
    }

    /// Hours and minutes by this machine's clock: `14:05`.
    private static func clock(_ date: Date) -> String {
        LocalTime.minute(Int(date.timeIntervalSince1970) * 1_000)
    }
}
