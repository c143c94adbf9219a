import SabirProtocol

/// Converts between BCP 47 and engines that use similar codes: LibreTranslate (whose codes changed over its versions),
/// DeepL, Google and Azure.
enum LanguageCodes {
    /// Codes that are outdated, or not a tag of the language they mean.
    private static let aliases = [
        "zt": "zh-Hant", "zh": "zh-Hans", "pb": "pt-BR", "no": "nb", "iw": "he", "in": "id", "tl": "fil", "jw": "jv",
    ]

    /// The variant to use if neither a listed region nor the most spoken one is meant.
    private static let general = ["en": "GB", "pt": "PT"]

    /// The listed codes that a reader of `tag` can read, the closest first: the tag itself, its plain language, then
    /// other variants of the same language and script, beginning with the tag's region.
    static func candidates(for tag: LanguageTag, among known: Set<String>) -> [String] {
        let wanted = meaning(of: tag.description) ?? tag
        let readable = known.filter { meaning(of: $0)?.reads(wanted) ?? false }
        let regions = regions(of: wanted)
        return readable.sorted { rank($0, tag, wanted, regions) < rank($1, tag, wanted, regions) }
    }

    static func meaning(of code: String) -> LanguageTag? { LanguageTag(aliases[code.lowercased()] ?? code) }

    private static func rank(
        _ code: String, _ tag: LanguageTag, _ wanted: LanguageTag, _ regions: [String]
    ) -> (Int, Int, String) {
        if code == tag.description { return (0, 0, code) }
        let meaning = meaning(of: code)
        if meaning == wanted { return (1, 0, code) }
        guard code.contains("-") || meaning?.description.contains("-") == true else { return (2, 0, code) }
        let region = meaning?.description.split(separator: "-").last.map(String.init) ?? ""
        return (3, regions.firstIndex(of: region) ?? regions.count, code)
    }

    /// The tag's region, then the general one; without a region, CLDR's likeliest.
    private static func regions(of tag: LanguageTag) -> [String] {
        let named = tag.description.split(separator: "-").dropFirst().last { $0.utf8.count == 2 }
        let asked = named.map(String.init) ?? tag.likelyRegion
        return [asked, general[String(tag.primary)]].compactMap { $0 }
    }
}
