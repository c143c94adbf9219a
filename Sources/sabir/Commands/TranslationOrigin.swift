import Foundation
import SabirProtocol
import SabirTranslation
import SabirNode

extension ReaderWording {
    /// Where a translation comes from, or why there is none, for a reader of `lang`: in an export and for `sabir
    /// translate`.
    func origin(of line: TranslationOutcome, in lang: LanguageTag) -> String {
        func said(_ key: String, _ values: [String: String] = [:]) -> String {
            interface.sentence("export.\(key)", in: lang, values)
        }
        switch line.state {
        case .same: return said("same")
        case .verified: return said("verified")
        case .phrasebook: return said("phrasebook")
        case .confirmed: return said("confirmed", ["name": line.confirmation?.name ?? "?"])
        case .untranslated: return said("untranslated", ["reason": line.reason.map { sentence($0, in: lang) } ?? ""])
        case .translated:
            let engine = said("engine", ["engine": line.engine ?? "?"])
            guard !line.pivots.isEmpty else { return engine }
            let names = Locale(identifier: lang.description)
            let languages = line.pivots.map {
                names.localizedString(forLanguageCode: String($0.primary)) ?? $0.description
            }
            return engine + " " + said("pivot", ["languages": languages.joined(separator: ", ")])
        }
    }
}
