import Foundation
import SabirProtocol

/// The languages of an engine that lists none: those its operator configured, or else all with a two-letter code (ISO
/// 639-1) and the usual written variants.
struct AssumedLanguages: Sendable {
    private struct CodedLanguage: Sendable {
        let code: String
        let tag: LanguageTag
        let readingKey: String
    }

    private let entries: [CodedLanguage]
    /// Every language paired with every other.
    let pairs: PairTable

    /// - Parameter code: converts a tag to the engine's code.
    init(_ languages: [LanguageTag], code: (LanguageTag) -> String) {
        var seen: Set<String> = []
        entries = (languages.isEmpty ? Self.usual : languages).compactMap { tag in
            let entry = CodedLanguage(code: code(tag), tag: tag, readingKey: tag.readingKey)
            return seen.insert(entry.code).inserted ? entry : nil
        }
        let all = entries
        pairs = PairTable(
            all.flatMap { source in
                // Nobody needs pt translated from pt-BR.
                all.filter { $0.readingKey != source.readingKey }.map { (source: source.code, target: $0.code) }
            })
    }

    /// The tag itself, then its plain language, then other variants that read alike.
    func codes(for tag: LanguageTag, among known: Set<String>) -> [String] {
        let wanted = LanguageCodes.meaning(of: tag.description) ?? tag
        let key = wanted.readingKey
        let readable = entries.filter { $0.readingKey == key && known.contains($0.code) }
        return readable.sorted { rank($0, tag, wanted) < rank($1, tag, wanted) }.map(\.code)
    }

    func tag(for code: String) -> LanguageTag? { entries.first { $0.code == code }?.tag }

    private func rank(_ entry: CodedLanguage, _ tag: LanguageTag, _ wanted: LanguageTag) -> (Int, String) {
        if entry.tag == tag { return (0, entry.code) }
        if entry.tag == wanted { return (1, entry.code) }
        return (entry.tag.description.contains("-") ? 3 : 2, entry.code)
    }

    private static let usual: [LanguageTag] = {
        let variants = ["zh-Hans", "zh-Hant", "pt-BR", "sr-Latn", "ast", "fil"]
        let plain = Locale.LanguageCode.isoLanguageCodes.map(\.identifier)
        let others: Set = ["zh", "no", "tl"]
        return (plain.filter { $0.utf8.count == 2 && !others.contains($0) } + variants).compactMap(LanguageTag.init)
    }()
}

extension LanguageTag {
    /// `US` for `en`, from CLDR's likely subtags (UTS #35).
    var likelyRegion: String? {
        let maximal = Locale.Language(identifier: description).maximalIdentifier
        return maximal.split(separator: "-").dropFirst().last { $0.utf8.count == 2 }.map(String.init)
    }

    /// The language's English name, such as `Chinese (Simplified)`; the tag itself if CLDR has no name.
    var englishName: String {
        Locale(identifier: "en").localizedString(forIdentifier: description) ?? description
    }
}
