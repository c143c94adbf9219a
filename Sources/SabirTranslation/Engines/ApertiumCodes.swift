import Foundation
import SabirProtocol

/// Converts between BCP 47 and Apertium's names of languages: ISO 639-3, with an underscore before a variant
/// (`cat_valencia`, `eng_US`, `oci_aran`).
enum ApertiumCodes {
    /// From a two-letter subtag to Apertium's code. A three-letter tag equals its code.
    static let bases: [String: String] = {
        let own = [
            "bs": "hbs", "fa": "pes", "hr": "hbs", "ku": "kmr", "mn": "khk", "ms": "zlm", "no": "nob", "qu": "quz",
            "sh": "hbs", "sr": "hbs",
        ]
        let codes = Locale.LanguageCode.isoLanguageCodes.filter { $0.identifier.utf8.count == 2 }.compactMap { code in
            code.identifier(.alpha3).map { (code.identifier, $0) }
        }
        return own.merging(codes) { apertium, _ in apertium }
    }()

    /// Alternative codes under which an engine may list a language.
    private static let others: [String: [String]] = [
        "fa": ["fas"], "hr": ["hrv"], "bs": ["bos"], "sr": ["srp"], "ms": ["msa"], "no": ["nor", "nno"],
        "nb": ["nor"], "nn": ["nor"], "ku": ["kur"], "mn": ["mon"], "qu": ["que"],
    ]

    /// The variant that a bare tag means, for languages that are one in Apertium and several in BCP 47.
    private static let variants = ["hr": "HR", "bs": "BS", "sr": "SR", "cnr": "ME"]

    /// The listed codes that a reader of `tag` can read, the closest first: the requested variant, the plain language,
    /// its other variants.
    static func candidates(for tag: LanguageTag, among known: Set<String>) -> [String] {
        let primary = String(tag.primary)
        let names = [bases[primary] ?? primary] + (others[primary] ?? [])
        let asked =
            [variants[primary]].compactMap { $0 } + tag.description.split(separator: "-").dropFirst().map(String.init)
        let exact = names.flatMap { name in asked.map { "\(name)_\($0)" } }
        let related = names.flatMap { name in known.filter { $0.hasPrefix("\(name)_") }.sorted() }
        return (exact + names + related).filter(known.contains).eachOnce
    }

    static func tag(for code: String) -> LanguageTag? {
        let parts = code.split(separator: "_")
        guard let base = parts.first.map(String.init) else { return nil }
        if base == "hbs", parts.count > 1, let tag = variants.first(where: { $0.value == parts[1] })?.key {
            return LanguageTag(tag)
        }
        let language = preferred[base] ?? base
        let whole = ([language] + parts.dropFirst().map(String.init)).joined(separator: "-")
        return LanguageTag(whole) ?? LanguageTag(language)
    }

    /// The reverse map, with one of several two-letter codes chosen.
    private static let preferred: [String: String] = {
        var tags: [String: String] = [:]
        for (tag, code) in bases.sorted(by: { $0.key < $1.key }) { tags[code] = tag }
        for (tag, codes) in others { for code in codes where tags[code] == nil { tags[code] = tag } }
        tags["hbs"] = "sh"
        tags["nob"] = "nb"
        tags["nor"] = "no"
        return tags
    }()
}
