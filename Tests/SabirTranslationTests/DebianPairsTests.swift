import Testing

@testable import SabirTranslation

/// Which package of Debian has a pair of languages.
struct DebianPairsTests {
    @Test(arguments: [
        ("es", "ca", "apertium-spa-cat"), ("ca", "es-MX", "apertium-spa-cat"), ("fr", "br", "apertium-br-fr"),
        ("uk", "ru", "apertium-rus-ukr"), ("pt-BR", "ca", "apertium-por-cat"), ("nb", "sv", "apertium-swe-nor"),
        ("hr", "en", "apertium-hbs-eng"), ("ur", "hi", "apertium-urd-hin"), ("ast", "es", "apertium-spa-ast"),
    ])
    func aPairHasAPackageInWhicheverOrder(_ one: String, _ other: String, _ package: String) {
        #expect(DebianPairs.package(tag(one), tag(other)) == package)
        #expect(DebianPairs.package(tag(other), tag(one)) == package)
    }

    @Test(arguments: [("es", "ar"), ("es", "es"), ("es", "es-MX"), ("zh", "en"), ("es", "x-ours")])
    func whatDebianHasNotHasNone(_ one: String, _ other: String) {
        #expect(DebianPairs.package(tag(one), tag(other)) == nil)
    }
}
