/// The forms that a word takes beside a number (CLDR, UTS #35 part 3, "Language Plural Rules").
package enum PluralCategory: String, Sendable, CaseIterable {
    case zero, one, two, few, many, other
}

/// A language's rules for cardinal numbers, from CLDR 46 `plurals.xml`, for numbers below a million: the forms that
/// begin at a million (`many` in the Romance languages) do not occur.
enum PluralRules: Sendable {
    /// Chinese, Japanese and the like: one form.
    case uniform
    /// One thing is `one`; `1.0` is not.
    case oneWhole
    /// As `oneWhole`, but `1.0` is `one` too.
    case oneExact
    /// Nought and one are `one`, with any fraction: French, Portuguese.
    case noughtAndOne
    /// Nought with any fraction, and one: Hindi, Persian, Bengali.
    case belowOne
    case romanian
    case eastSlavic
    case polish
    case czech
    case arabic

    /// By the primary language subtag; nil where the rules are not known here.
    init?(language: Substring) {
        switch language {
        case "zh", "ja", "ko", "vi", "th", "id", "ms", "lo", "my", "yue": self = .uniform
        case "en", "de", "it", "ca", "gl", "nl", "sv", "fi", "et", "ur", "yi", "sc": self = .oneWhole
        case "es", "eu", "oc", "bg", "el", "hu", "tr", "nb", "no", "nn", "sq", "ka", "so", "sw", "ta", "te", "ml", "mr":
            self = .oneExact
        case "fr", "pt", "hy": self = .noughtAndOne
        case "hi", "bn", "fa", "gu", "kn", "am", "zu": self = .belowOne
        case "ro", "mo": self = .romanian
        case "uk", "ru", "be": self = .eastSlavic
        case "pl": self = .polish
        case "cs", "sk": self = .czech
        case "ar": self = .arabic
        default: return nil
        }
    }

    /// - Parameters:
    ///   - whole: the digits before the decimal sign, as a number.
    ///   - fraction: the digits after it; nil for a whole number.
    func category(whole: Int, fraction: String?) -> PluralCategory {
        let isExact = fraction.map { $0.allSatisfy { $0 == "0" } } ?? true
        switch self {
        case .uniform: return .other
        case .oneWhole: return whole == 1 && fraction == nil ? .one : .other
        case .oneExact: return whole == 1 && isExact ? .one : .other
        case .noughtAndOne: return whole <= 1 ? .one : .other
        case .belowOne: return whole == 0 || (whole == 1 && isExact) ? .one : .other
        case .romanian: return Self.romanian(whole, fraction)
        case .eastSlavic: return fraction == nil ? Self.slavic(whole, one: whole % 10 == 1) : .other
        case .polish: return fraction == nil ? Self.slavic(whole, one: whole == 1) : .other
        case .czech: return fraction == nil ? (whole == 1 ? .one : (2...4).contains(whole) ? .few : .other) : .many
        case .arabic: return isExact ? Self.arabic(whole) : .other
        }
    }

    /// Those that whole numbers below a million have.
    var wholeCategories: [PluralCategory] {
        switch self {
        case .uniform: [.other]
        case .oneWhole, .oneExact, .noughtAndOne, .belowOne: [.one, .other]
        case .romanian, .czech: [.one, .few, .other]
        case .eastSlavic, .polish: [.one, .few, .many]
        case .arabic: PluralCategory.allCases
        }
    }

    private static func romanian(_ whole: Int, _ fraction: String?) -> PluralCategory {
        guard fraction == nil else { return .few }
        if whole == 1 { return .one }
        return whole == 0 || (1...19).contains(whole % 100) ? .few : .other
    }

    private static func slavic(_ whole: Int, one: Bool) -> PluralCategory {
        let isTeen = (11...14).contains(whole % 100)
        if one, !isTeen { return .one }
        return (2...4).contains(whole % 10) && !isTeen ? .few : .many
    }

    private static func arabic(_ whole: Int) -> PluralCategory {
        switch (whole, whole % 100) {
        case (0, _): .zero
        case (1, _): .one
        case (2, _): .two
        case (_, 3...10): .few
        case (_, 11...): .many
        default: .other
        }
    }
}
