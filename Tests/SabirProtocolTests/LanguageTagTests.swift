import Testing

@testable import SabirProtocol

@Suite struct LanguageTagTests {
    @Test(arguments: [
        ("es", "es"), ("ES", "es"), ("pt-br", "pt-BR"), ("zh-hant-tw", "zh-Hant-TW"), ("es-419", "es-419"),
        ("sr-LATN", "sr-Latn"), ("x-Harbour", "x-harbour"), ("en-a-BBB-x-US", "en-a-bbb-x-us"), ("apc", "apc"),
    ])
    func wellFormedTagsTakeTheRecommendedCase(text: String, expected: String) {
        #expect(LanguageTag(text)?.description == expected)
    }

    @Test(arguments: [
        "", "e", "español", "en_US", "en-", "-en", "en--us", "1en", "en-123456789", "x", "en-x", "e n",
        "en-aaaaaaaa-bbbbbbbb-cccccccc-ddddddd",
    ])
    func malformedTagsAreRefused(text: String) {
        #expect(LanguageTag(text) == nil)
    }

    @Test func readersOfOneLanguageAndScriptReadEachOther() throws {
        func tag(_ text: String) throws -> LanguageTag { try #require(LanguageTag(text)) }
        #expect(try tag("es").reads(tag("es-419")))
        #expect(try tag("pt-BR").reads(tag("pt")))
        #expect(try tag("zh-CN").reads(tag("zh-Hans")))
        #expect(try tag("iw").reads(tag("he")))
        #expect(try !tag("zh-TW").reads(tag("zh-CN")))
        #expect(try !tag("sr-Latn").reads(tag("sr")))
        #expect(try !tag("es").reads(tag("ca")))
    }

    @Test(arguments: [
        ("es", "es"), ("es-419", "es-Latn es"), ("zh", "zh"), ("zh-CN", "zh-Hans zh"), ("zh-TW", "zh-Hant zh"),
        ("zh-HK", "zh-Hant zh"), ("zh-MO", "zh-Hant zh"), ("zh-Hant-HK", "zh-Hant zh"), ("yue", "zh-Hant"),
        ("yue-HK", "zh-Hant"),
    ])
    func aFileForReadersHasTheNameOfTheirScriptOrLanguage(text: String, expected: String) throws {
        #expect(try #require(LanguageTag(text)).catalogueNames.joined(separator: " ") == expected)
    }

    @Test func aTagOf35CharactersIsTheLongest() {
        let longest = "en-x-aaaaaaaa-bbbbbbbb-cccccccc-ddd"
        #expect(longest.count == 35)
        #expect(LanguageTag(longest)?.description == longest)
        #expect(LanguageTag(longest + "d") == nil)
    }

    @Test(arguments: ["en-x-a", "en-x-a-b-1", "x-a", "en-a-bb-x-c", "en-u-co-phonebk", "en-a-bb-b-cc"])
    func privateUseMayBeShortAndExtensionsMayFollowOneAnother(text: String) {
        #expect(LanguageTag(text)?.description == text)
    }

    @Test(arguments: ["en-12", "en-US-Latn", "en-1234-US", "ab-cde-fgh-ijk-lmn", "en-US-GB", "engl-eng"])
    func aSubtagStandsWhereItMay(text: String) {
        #expect(LanguageTag(text) == nil)
    }

    @Test(arguments: [
        "zh-yue-Hant-HK", "de-CH-1996", "sl-rozaj-biske-1994", "ca-valencia", "hy-Latn-IT-arevela", "i-default",
    ])
    func whatRFC5646GivesAsExamples(text: String) {
        #expect(LanguageTag(text)?.description == (text == "i-default" ? nil : text))
    }

    @Test(arguments: ["en-a", "en-a-b", "en-a-b-cc", "en-a-x-b", "en-x", "en-a-bb-x", "a-bb", "1-aa"])
    func aSingletonNeedsItsSubtag(text: String) {
        #expect(LanguageTag(text) == nil)
    }

    @Test func tagsAreEqualWhateverTheirCase() throws {
        #expect(LanguageTag("PT-br") == LanguageTag("pt-BR"))
        #expect(Set(["es", "ES", "Es"].compactMap(LanguageTag.init)).count == 1)
        #expect(LanguageTag("es-419")?.primary == "es")
        #expect(LanguageTag("es")?.primary == "es")
    }

    @Test(arguments: ["es\u{301}", "e\u{1F1EA}", "es-\u{301}MX", "es MX", "es\n", "ｅｓ", "-", "--", "es-ñ"])
    func nothingButASCIIMakesATag(text: String) {
        #expect(LanguageTag(text) == nil)
    }
}
