import CICUText

/// The forms that a word takes beside a number (CLDR, UTS #35 part 3, "Language Plural Rules").
package enum PluralCategory: String, Sendable, CaseIterable {
    // In ICU's order, which CICUText answers by.
    case zero, one, two, few, many, other
}

/// A language's rules for cardinal numbers, CLDR's as ICU has them.
struct PluralRules: Sendable {
    let language: String

    /// By the primary language subtag; nil where the rules are not known.
    init?(language: Substring) {
        self.language = String(language)
        guard sabir_plural_category(self.language, "1") >= 0 else { return nil }
    }

    /// - Parameters:
    ///   - whole: the digits before the decimal sign, as a number.
    ///   - fraction: the digits after it, two at most; nil for a whole number.
    func category(whole: Int, fraction: String?) -> PluralCategory {
        let category = sabir_plural_category(language, fraction.map { "\(whole).\($0)" } ?? "\(whole)")
        return category < 0 ? .other : PluralCategory.allCases[Int(category)]
    }

    /// Those that whole numbers below a million have, in which the forms that begin at a million (`many` in the Romance
    /// languages) do not occur. By then every rule has met each of its cases.
    var wholeCategories: [PluralCategory] {
        let seen = Set((0...200).map { category(whole: $0, fraction: nil) })
        return PluralCategory.allCases.filter(seen.contains)
    }
}
