import SabirProtocol

/// Converts between BCP 47 and Apertium's names of languages: ISO 639-3, with an underscore before a variant
/// (`cat_valencia`, `eng_US`, `oci_aran`).
enum ApertiumCodes {
    /// From primary subtag to a differing ISO 639-3 code: all languages of Debian's pairs, and those of Apertium's
    /// repositories with a two-letter code. A three-letter tag equals its code.
    static let bases: [String: String] = [
        "af": "afr", "an": "arg", "ar": "ara", "as": "asm", "av": "ava", "az": "aze", "ba": "bak", "be": "bel",
        "bg": "bul", "bn": "ben", "br": "bre", "bs": "hbs", "ca": "cat", "ce": "che", "co": "cos", "cs": "ces",
        "cv": "chv", "cy": "cym", "da": "dan", "de": "deu", "el": "ell", "en": "eng", "eo": "epo", "es": "spa",
        "et": "est", "eu": "eus", "fa": "pes", "fi": "fin", "fo": "fao", "fr": "fra", "ga": "gle", "gd": "gla",
        "gl": "glg", "gn": "grn", "gu": "guj", "gv": "glv", "ha": "hau", "he": "heb", "hi": "hin", "hr": "hbs",
        "ht": "hat", "hu": "hun", "hy": "hye", "ia": "ina", "id": "ind", "is": "isl", "it": "ita", "ja": "jpn",
        "ka": "kat", "kk": "kaz", "kn": "kan", "ko": "kor", "ku": "kmr", "ky": "kir", "la": "lat", "lb": "ltz",
        "lt": "lit", "lv": "lav", "mk": "mkd", "ml": "mal", "mn": "khk", "mr": "mar", "ms": "zlm", "mt": "mlt",
        "nb": "nob", "ne": "nep", "nl": "nld", "nn": "nno", "no": "nob", "oc": "oci", "or": "ori", "pa": "pan",
        "pl": "pol", "ps": "pus", "pt": "por", "qu": "quz", "rm": "roh", "ro": "ron", "ru": "rus", "sa": "san",
        "sc": "srd", "se": "sme", "sh": "hbs", "si": "sin", "sk": "slk", "sl": "slv", "sq": "sqi", "sr": "hbs",
        "sv": "swe", "sw": "swa", "ta": "tam", "te": "tel", "tg": "tgk", "th": "tha", "tk": "tuk", "tl": "tgl",
        "tr": "tur", "tt": "tat", "ug": "uig", "uk": "ukr", "ur": "urd", "uz": "uzb", "vi": "vie", "wa": "wln",
        "xh": "xho", "yi": "yid", "zh": "zho", "zu": "zul",
    ]

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
        var seen: Set<String> = []
        return (exact + names + related).filter { known.contains($0) && seen.insert($0).inserted }
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
