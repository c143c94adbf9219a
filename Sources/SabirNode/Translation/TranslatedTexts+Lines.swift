import SabirTranslation
import SabirProtocol

extension TranslatedTexts {
    /// Makes an answer of lines translated here, with all the warnings that this node's own readers get.
    init(_ lines: [TranslationOutcome], engine: String?, _ wording: ReaderWording, for target: LanguageTag) {
        let warnings = lines.enumerated().flatMap { place, line in
            (line.text == nil ? [] : line.warnings.prefix(Warning.mostOfOneText)).map {
                Warning(place: place, kind: $0.kind.rawValue, words: $0.words, counterparts: $0.counterparts)
            }
        }
        let reason = lines.lazy.compactMap(\.reason).first.map { wording.sentence($0, in: target) }
        self.init(texts: lines.map(\.text), engine: engine, reason: reason, warnings: warnings)
    }

    /// Warnings that this version has a sentence for, by the position of their text.
    var knownWarnings: [Int: [TranslationWarning]] {
        warnings.reduce(into: [:]) { known, warning in
            guard let kind = TranslationWarning.Kind(rawValue: warning.kind) else { return }
            known[warning.place, default: []].append(
                TranslationWarning(kind: kind, words: warning.words, counterparts: warning.counterparts))
        }
    }
}
