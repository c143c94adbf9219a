import CICUText

/// The plural categories for words beside numbers (CLDR, UTS #35 part 3, "Language Plural Rules").
enum PluralCategory: String, Sendable, CaseIterable {
    // In ICU's order, by whose numbers CICUText answers.
    case zero, one, two, few, many, other
}

/// A language's rules for cardinal numbers, from CLDR by way of ICU.
struct PluralRules: Sendable {
    let language: String

    /// Takes the primary language subtag; nil if ICU has no rules for it.
    init?(language: Substring) {
        self.language = String(language)
        guard sabir_plural_category(self.language, "1") >= 0 else { return nil }
    }

    /// - Parameters:
    ///   - whole: the number before the decimal separator.
    ///   - fraction: the digits after it, at most two; nil for a whole number.
    func category(whole: Int, fraction: String?) -> PluralCategory {
        let category = sabir_plural_category(language, fraction.map { "\(whole).\($0)" } ?? "\(whole)")
        return category < 0 ? .other : PluralCategory.allCases[Int(category)]
    }

    /// The categories of whole numbers below a million. Excludes those that begin at a million (`many` in Romance
    /// languages); below a million, every rule has met each of its cases.
    var wholeCategories: [PluralCategory] {
        let seen = Set((0...200).map { category(whole: $0, fraction: nil) })
        return PluralCategory.allCases.filter(seen.contains)
    }
}
