import SabirTranslation
import SabirWeb
import SabirWire

extension WebTranslation {
    /// `line` as the page shows it to a reader of `language`.
    init(_ line: TranslatedLine, for language: LanguageTag, wording: ReaderWording) {
        self.init(
            state: State(line.state), text: line.text, engine: line.engine, pivots: line.pivots,
            isCached: line.cached, milliseconds: line.milliseconds,
            reason: line.reason.map { Reason(code: $0.code, text: wording.sentence($0, in: language)) },
            warnings: line.warnings.map {
                Warning(kind: $0.kind.rawValue, text: wording.sentence($0, in: language))
            })
    }
}

extension WebTranslation.State {
    init(_ state: TranslatedLine.State) {
        self =
            switch state {
            case .translated: .translated
            case .verified: .verified
            case .phrasebook: .phrasebook
            case .same: .same
            case .untranslated: .untranslated
            }
    }
}
