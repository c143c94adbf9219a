import SabirProtocol
import Testing

@testable import SabirTranslation

/// What engines call a language.
@Suite struct LanguageCodesTests {
    // MARK: LanguageCodes

    @Test(arguments: [
        ("zh-TW", ["zh", "zt"], ["zt"]), ("zh", ["zt", "zh"], ["zh"]), ("pt", ["pt-BR", "pt", "pt-PT"], ["pt"]),
        ("es-MX", ["es", "es-ES", "es-MX"], ["es-MX"]), ("he", ["iw"], ["iw"]),
        ("en-AU", ["en-US", "en-GB"], ["en-GB"]),
        ("nb", ["no", "da"], ["no"]), ("ca", ["es"], []),
    ])
    func theNearestCodeComesFirst(_ wanted: String, _ known: [String], _ expected: [String]) {
        let found = LanguageCodes.candidates(for: tag(wanted), among: Set(known))
        #expect(Array(found.prefix(1)) == expected, "\(found)")
        #expect(found.count <= known.count)
    }

    @Test func aCodeThatIsNoTagMeansOne() {
        #expect(LanguageCodes.meaning(of: "ZT") == tag("zh-Hant") && LanguageCodes.meaning(of: "pb") == tag("pt-BR"))
        #expect(LanguageCodes.meaning(of: "es") == tag("es") && LanguageCodes.meaning(of: "?") == nil)
    }

    // MARK: ApertiumCodes

    @Test(arguments: [
        ("es", ["spa", "cat"], ["spa"]), ("ca-valencia", ["cat", "cat_valencia"], ["cat_valencia", "cat"]),
        ("ca", ["cat_valencia", "cat"], ["cat", "cat_valencia"]),
        ("hr", ["hbs", "hbs_HR", "hbs_SR"], ["hbs_HR", "hbs", "hbs_SR"]),
        ("no", ["nno", "nob"], ["nob", "nno"]), ("arg", ["arg"], ["arg"]), ("de", ["spa"], []),
    ])
    func apertiumsVariantsFollowThePlainLanguage(_ wanted: String, _ known: [String], _ expected: [String]) {
        #expect(ApertiumCodes.candidates(for: tag(wanted), among: Set(known)) == expected)
    }

    @Test(arguments: [
        ("spa", "es"), ("cat_valencia", "ca-valencia"), ("hbs_HR", "hr"), ("hbs", "sh"), ("nob", "nb"), ("nor", "no"),
        ("arg", "an"), ("oci_aran", "oc-aran"), ("eng_US", "en-US"), ("szl", "szl"),
    ])
    func apertiumsCodeIsATag(_ code: String, _ expected: String) {
        #expect(ApertiumCodes.tag(for: code) == tag(expected))
    }

    // MARK: AssumedLanguages

    @Test func theOperatorsLanguagesAreTranslatedIntoEachOther() {
        let languages = AssumedLanguages([tag("pt"), tag("pt-BR"), tag("es"), tag("es")]) {
            $0.description.uppercased()
        }
        #expect(languages.tag(for: "PT-BR") == tag("pt-BR") && languages.tag(for: "DE") == nil)
        let known: Set = ["PT", "PT-BR", "ES"]
        #expect(languages.codes(for: tag("pt-BR"), among: known) == ["PT-BR", "PT"])
        #expect(languages.codes(for: tag("pt"), among: known) == ["PT", "PT-BR"])
        #expect(languages.codes(for: tag("pt"), among: ["PT-BR"]) == ["PT-BR"])
        #expect(languages.codes(for: tag("de"), among: known).isEmpty)
    }

    @Test func whereNobodyNamedAnyTheUsualOnesAreThere() {
        let languages = AssumedLanguages([]) { $0.description }
        for code in ["es", "ar", "zh-Hans", "zh-Hant", "fil", "uk"] {
            #expect(languages.tag(for: code) != nil, "\(code)")
        }
        for code in ["zh", "no", "tl"] { #expect(languages.tag(for: code) == nil, "\(code)") }
        #expect(tag("zh-Hant").englishName.contains("Chinese") && tag("en").likelyRegion == "US")
    }
}
