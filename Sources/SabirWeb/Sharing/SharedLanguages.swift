import Foundation
import SabirProtocol

/// The shared languages, and the codes that clients use for them.
struct SharedLanguages: Sendable {
    /// LibreTranslate's codes that are not language tags of the same meaning (libretranslate/language.py).
    private static let aliases = ["zh": "zh-hans", "zt": "zh-hant", "pb": "pt-br"]

    /// The target languages of each source language.
    let targets: [LanguageTag: [LanguageTag]]

    /// Every shared language, as source or target.
    var all: [LanguageTag] {
        Set(targets.keys).union(targets.values.joined()).sorted { $0.description < $1.description }
    }

    /// The language for a client's code: a tag in any letter case, LibreTranslate's code, or a tag whose readers also
    /// read a shared language, such as `es-ES` for `es`.
    func language(_ code: String) -> LanguageTag? {
        let code = code.lowercased().replacing("_", with: "-")
        let all = all
        return all.first { $0.description.lowercased() == code }
            ?? all.first { $0.description.lowercased() == Self.aliases[code] }
            ?? LanguageTag(code).flatMap { asked in all.first { $0.reads(asked) } }
    }

    /// The language's English name, as LibreTranslate gives it.
    static func name(_ language: LanguageTag) -> String {
        Locale(identifier: "en").localizedString(forIdentifier: language.description) ?? language.description
    }
}
