import CLanguageID
import SabirProtocol

/// Identifies the language of a text with CLD2 (Compact Language Detector 2; its small tables of 83 languages, within
/// the process). Pure; takes microseconds.
package enum LanguageIdentifier {
    package struct Identification: Sendable, Hashable {
        package let tag: LanguageTag
        /// Whether the result is certain enough to offer someone a switch.
        package let isSure: Bool
    }

    /// The fewest letters for a certain result; an East Asian character counts as two.
    static let leastLetters = 20
    /// The fewest letters between languages that share most common words.
    static let leastLettersAmongKin = 40

    /// The language of most of `text`; nil if unknown. Ignores addresses and @names.
    package static func identify(_ text: String) -> Identification? {
        var prose = DraftWords(text).proseAlone
        guard !prose.isEmpty else { return nil }
        // The bytes are valid UTF-8, and the call keeps no pointer to them.
        let answer = prose.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) { sabir_identify_language($0.baseAddress, $0.count) }
        }
        let code = withUnsafeBytes(of: answer.code) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        guard let tag = tag(for: code) else { return nil }
        let census = LetterCensus(prose)
        let isSure =
            answer.is_reliable && answer.percent >= 90 && census.hasOneScript && census.weight >= leastLetters
        return Identification(tag: tag, isSure: isSure)
    }

    /// The language to offer to someone who writes `text` with `declared` as their language; nil if `declared` fits, or
    /// may fit.
    package static func offer(for text: String, declared: LanguageTag) -> LanguageTag? {
        guard isIdentified(declared), let found = identify(text), found.isSure, !found.tag.reads(declared),
            !isSameLanguage(found.tag, declared)
        else { return nil }
        let needed = areKin(found.tag, declared) ? leastLettersAmongKin : leastLetters
        guard LetterCensus(DraftWords(text).proseAlone).weight >= needed else { return nil }
        return found.tag
    }

    // MARK: What is known of languages

    /// CLD2 uses names of some languages that predate BCP 47 (IANA Language Subtag Registry).
    private static let tags = ["iw": "he", "jw": "jv", "mo": "ro", "sh": "sr-Latn", "no": "nb"]

    /// Common languages missing from the small tables: their texts are taken for a neighbouring language, so whoever
    /// declared one of them is offered nothing.
    private static let unidentified: Set<Substring> = [
        "oc", "ast", "an", "lad", "ext", "sc", "fur", "lmo", "vec", "scn", "co", "br", "rm", "lb", "fy", "nds", "gsw",
        "fo", "kmr", "ku", "ckb", "ps", "sd", "wo", "ff", "ary", "arz", "ber", "kab", "zgh", "nn",
    ]

    /// Groups of languages that short texts cannot tell apart.
    private static let kin: [Set<Substring>] = [
        ["es", "gl", "pt", "ca", "it", "ro"], ["nb", "no", "da", "sv"], ["hr", "sr", "bs", "sl"], ["cs", "sk"],
        ["uk", "ru", "be", "bg", "mk"], ["id", "ms"], ["hi", "mr", "ne"], ["ar", "fa", "ur"], ["nl", "af", "de"],
    ]

    private static func isIdentified(_ tag: LanguageTag) -> Bool { !unidentified.contains(tag.primary) }

    private static func areKin(_ one: LanguageTag, _ other: LanguageTag) -> Bool {
        kin.contains { $0.contains(one.primary) && $0.contains(other.primary) }
    }

    /// Treats the names of Norwegian as one language, and Serbian, Croatian and Bosnian too, which differ too little
    /// for an offer.
    private static func isSameLanguage(_ one: LanguageTag, _ other: LanguageTag) -> Bool {
        let pairs: [Set<Substring>] = [["nb", "no"], ["hr", "sr", "bs"], ["id", "ms"], ["fil", "tl"]]
        return pairs.contains { $0.contains(one.primary) && $0.contains(other.primary) }
    }

    private static func tag(for code: String) -> LanguageTag? {
        // "xx-Latn" and the like name only a script; "un" means unknown.
        guard code != "un", !code.hasPrefix("xx") else { return nil }
        return LanguageTag(tags[code] ?? code)
    }
}
