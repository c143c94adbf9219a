import Testing

@testable import SabirProtocol

@Suite("Whether there is such a language, and which was meant")
struct KnownLanguageTests {
    @Test(arguments: ["es", "EN", "pt-BR", "zh-Hant-TW", "tlh", "quc", "mix", "iw", "nb", "no", "x-clinic"])
    func known(_ text: String) throws {
        #expect(KnownLanguage(text) == .known(try #require(LanguageTag(text))))
    }

    @Test(arguments: [
        ("klingon", "tlh"), ("spanish", "es"), ("Español", "es"), ("spansih", "es"), ("deutsch", "de"),
        ("русский", "ru"), ("jp", "ja"), ("dk", "da"),
    ])
    func meant(_ text: String, _ tag: String) throws {
        #expect(KnownLanguage(text) == .unknown(meant: try #require(LanguageTag(tag))))
    }

    @Test(arguments: ["", "???", "xx", "qwertyuiop", "zz-ZZ", String(repeating: "spanish", count: 10_000)])
    func nothingNear(_ text: String) {
        #expect(KnownLanguage(text) == .unknown(meant: nil))
    }
}
