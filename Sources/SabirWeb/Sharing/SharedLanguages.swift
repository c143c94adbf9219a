import Foundation
import SabirProtocol

/// The languages that are shared, and by which codes they are asked for.
struct SharedLanguages: Sendable {
    /// LibreTranslate's codes where they are no language tags of that meaning (libretranslate/language.py).
    private static let aliases = ["zh": "zh-hans", "zt": "zh-hant", "pb": "pt-br"]

    private let targets: [LanguageTag: [LanguageTag]]

    init(_ pairs: [String: [String]]) {
        var targets: [LanguageTag: [LanguageTag]] = [:]
        for (source, into) in pairs {
            guard let source = LanguageTag(source) else { continue }
            targets[source] = into.compactMap { LanguageTag($0) }.sorted { $0.description < $1.description }
        }
        self.targets = targets
    }

    /// Every language there is, as a source or as a target alone.
    var all: [LanguageTag] {
        Set(targets.keys).union(targets.values.joined()).sorted { $0.description < $1.description }
    }

    func targets(of source: LanguageTag) -> [LanguageTag] { targets[source] ?? [] }

    /// The language a client means: by its tag in any letter case, by LibreTranslate's name for it, or one that people
    /// who read the one can read too, such as `es` for `es-ES`.
    func language(_ code: String) -> LanguageTag? {
        let code = code.lowercased().replacing("_", with: "-")
        let all = all
        return all.first { $0.description.lowercased() == code }
            ?? all.first { $0.description.lowercased() == Self.aliases[code] }
            ?? LanguageTag(code).flatMap { asked in all.first { $0.reads(asked) } }
    }

    /// Its name in English, as LibreTranslate gives it.
    static func name(_ language: LanguageTag) -> String {
        Locale(identifier: "en").localizedString(forIdentifier: language.description) ?? language.description
    }
}
