import Testing

@testable import SabirTranslation

@Suite("Plural rules") struct PluralRulesTests {
    /// From the samples of CLDR 46 `plurals.xml`.
    @Test(
        "put the samples of CLDR into their categories",
        arguments: [
            ("en", "1:one 0:other 2:other 1.0:other 0.5:other"), ("es", "1:one 0:other 2:other 1.0:one 0.5:other"),
            ("ca", "1:one 1.0:other 0:other"), ("it", "1:one 1.0:other 0:other"), ("ur", "1:one 1.0:other 2:other"),
            ("fr", "0:one 1:one 1.5:one 2:other"), ("pt", "0:one 1:one 1.5:one 2:other"),
            ("ro", "1:one 0:few 2:few 19:few 101:few 119:few 1.5:few 20:other 100:other 120:other"),
            (
                "uk",
                "1:one 21:one 101:one 2:few 22:few 102:few 0:many 5:many 11:many 12:many 111:many 0.5:other 1.0:other"
            ),
            ("ru", "1:one 61:one 4:few 104:few 14:many 19:many 100:many 1.5:other"),
            ("pl", "1:one 2:few 22:few 0:many 5:many 12:many 21:many 112:many 1.5:other"),
            ("cs", "1:one 4:few 0:other 5:other 1.5:many"),
            (
                "ar",
                "0:zero 1:one 2:two 3:few 10:few 103:few 11:many 99:many 111:many 100:other 102:other 0.5:other 2.0:two"
            ),
            ("hi", "0:one 1:one 0.5:one 1.0:one 1.5:other 2:other"), ("zh", "0:other 1:other 2:other"),
            ("gl", "1:one 2:other"), ("eu", "1:one 2:other"), ("oc", "1:one 2:other"), ("de", "1:one 1.0:other"),
        ])
    func samples(language: String, samples: String) throws {
        let rules = try #require(PluralRules(language: language[...]))
        for sample in samples.split(separator: " ") {
            let parts = sample.split(separator: ":")
            let digits = parts[0].split(separator: ".").map(String.init)
            let value = PhraseValue.number(whole: digits[0], fraction: digits.count > 1 ? digits[1] : nil)
            #expect(value.category(rules)?.rawValue == String(parts[1]), "\(language) \(sample)")
        }
    }

    @Test("name every form that a whole number can have")
    func namedForms() throws {
        for language in ["zh", "en", "es", "fr", "hi", "ro", "uk", "pl", "cs", "ar"] {
            let rules = try #require(PluralRules(language: language[...]))
            let seen = Set((0...2_000).map { rules.category(whole: $0, fraction: nil) })
            #expect(seen == Set(rules.wholeCategories), "\(language)")
        }
    }

    @Test("give every number to 200 the form that sentences are written in", arguments: families.map(\.languages))
    func numbers(languages: String) throws {
        let form = try #require(families.first { $0.languages == languages }?.form)
        for language in languages.split(separator: " ") {
            let rules = try #require(PluralRules(language: language), "\(language)")
            let different = (0...200).filter { rules.category(whole: $0, fraction: nil) != form($0) }
            #expect(different.isEmpty, "\(language)")
        }
    }

    @Test("are known of other languages, and not of what is none")
    func known() {
        #expect(PluralRules(language: "lv")?.category(whole: 0, fraction: nil) == .zero)
        #expect(PluralRules(language: "xx") == nil && PluralRules(language: "la") == nil)
    }
}

/// For languages of one family, as they count: what the interface and the phrasebook were written by.
private let families: [(languages: String, form: @Sendable (Int) -> PluralCategory)] = [
    ("zh ja ko vi th id ms lo my yue", { _ in .other }),
    (
        "en de it ca gl nl sv fi et ur yi sc es eu oc bg el hu tr nb no nn sq ka so sw ta te ml mr",
        { $0 == 1 ? .one : .other }
    ),
    ("fr pt hy hi bn fa gu kn am zu", { $0 <= 1 ? .one : .other }),
    ("ro mo", { $0 == 1 ? .one : $0 == 0 || (1...19).contains($0 % 100) ? .few : .other }),
    ("uk ru be", { $0 % 10 == 1 && $0 % 100 != 11 ? .one : slavic($0) }),
    ("pl", { $0 == 1 ? .one : slavic($0) }),
    ("cs sk", { $0 == 1 ? .one : (2...4).contains($0) ? .few : .other }),
    (
        "ar",
        {
            switch $0 % 100 {
            case 3...10: .few
            case 11...: .many
            default: $0 == 0 ? .zero : $0 == 1 ? .one : $0 == 2 ? .two : .other
            }
        }
    ),
]

private func slavic(_ number: Int) -> PluralCategory {
    (2...4).contains(number % 10) && !(12...14).contains(number % 100) ? .few : .many
}
