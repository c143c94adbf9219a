import Foundation

/// What a person meant by a language: a tag of a known language, or the tag that was probably meant.
///
/// Used where a person or a program chooses a language. A packet's tag is checked for form alone (`LanguageTag`): a
/// host does not know which languages its guests' programs know.
package enum KnownLanguage: Equatable, Sendable {
    case known(LanguageTag)
    /// No such language; `meant` is the nearest, if any is near.
    case unknown(meant: LanguageTag?)

    package init(_ text: String) {
        if let tag = LanguageTag(text), Self.isKnown(tag) {
            self = .known(tag)
        } else {
            self = .unknown(meant: Self.nearest(to: text))
        }
    }

    /// The list of two-letter tags is complete. All 7,900 tags of three letters (ISO 639-3) pass: people who come to a
    /// clinic speak many of those languages, and no short list may turn them away. Longer ones are registered for no
    /// language (RFC 5646 §2.2.1), those of one letter are private use.
    package static func isKnown(_ tag: LanguageTag) -> Bool {
        let primary = tag.primary.lowercased()
        return primary.utf8.count == 2 ? twoLetters.contains(primary) : primary.utf8.count < 4
    }

    /// Finds a language by its English name or its own; by a country's code, which is often mistaken for a language's;
    /// or by a name with a letter or two wrong. Text of any length: nothing is near text longer than any name.
    private static func nearest(to text: String) -> LanguageTag? {
        let wanted = folded(text)
        guard (2...40).contains(wanted.count) else { return nil }
        if wanted.count == 2 {
            guard
                let code = Locale.Language(identifier: "und-" + wanted.uppercased()).maximalIdentifier
                    .split(separator: "-").first, twoLetters.contains(String(code)), code != "en" || isEnglish(wanted)
            else { return nil }
            return LanguageTag(String(code))
        }
        guard wanted.count > 3 else { return nil }
        let named = names
        if let exact = named.first(where: { $0.name == wanted }) { return LanguageTag(exact.code) }
        let near = named.map { (code: $0.code, distance: distance($0.name, wanted)) }
        guard let best = near.min(by: { $0.distance < $1.distance }), best.distance <= 2 else { return nil }
        return LanguageTag(best.code)
    }

    /// For an unknown region the likely language is English by default, which nobody meant.
    private static func isEnglish(_ region: String) -> Bool { ["us", "gb", "uk", "au", "nz", "ie"].contains(region) }

    /// Built only when somebody has mistyped. Two-letter languages come first: of two equally near names, the more
    /// common one.
    private static var names: [(name: String, code: String)] {
        let english = Locale(identifier: "en")
        let codes = Locale.LanguageCode.isoLanguageCodes.map(\.identifier)
        let ordered = codes.filter { $0.count == 2 } + codes.filter { $0.count != 2 }
        return ordered.flatMap { code in
            let own = code.count == 2 ? Locale(identifier: code).localizedString(forLanguageCode: code) : nil
            return [english.localizedString(forLanguageCode: code), own].compactMap { name in
                name.map { (folded($0), code) }
            }
        }
    }

    /// Present tags, and replaced ones that are still in use.
    private static let twoLetters = Set(
        Locale.LanguageCode.isoLanguageCodes.map(\.identifier).filter { $0.count == 2 }
            + ["iw", "in", "ji", "jw", "mo", "sh", "tl", "bh", "no"])

    private static func folded(_ text: String) -> String {
        text.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
    }

    /// How many letters to insert, delete or replace.
    private static func distance(_ one: String, _ other: String) -> Int {
        let (one, other) = (Array(one.unicodeScalars), Array(other.unicodeScalars))
        var row = Array(0...other.count)
        for (line, left) in one.enumerated() {
            var diagonal = row[0]
            row[0] = line + 1
            for (column, right) in other.enumerated() {
                let replaced = diagonal + (left == right ? 0 : 1)
                diagonal = row[column + 1]
                row[column + 1] = min(replaced, row[column] + 1, row[column + 1] + 1)
            }
        }
        return row[other.count]
    }
}
