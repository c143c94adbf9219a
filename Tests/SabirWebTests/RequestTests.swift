import Foundation
import SabirProtocol
import Testing

@testable import SabirFeed
@testable import SabirWeb

struct RequestTests {
    @Test func languagesAreSuggestedInTheBrowsersOrder() {
        let tags = AcceptedLanguages.tags("en;q=0.5, es-MX, zh-TW;q=0.9, xx-;q=1, de;q=0, es;q=0.4")
        #expect(tags == ["es-MX", "zh-TW", "en", "es"])
        #expect(AcceptedLanguages.suggested(tags, from: OfferedLanguages(["en", "es", "zh"])) == ["es", "zh", "en"])
        #expect(AcceptedLanguages.tags(nil).isEmpty)
    }

    @Test func cookiesAreFoundByName() {
        let cookies = CookieHeader(["a=1; sabir=x=y; sabir=z", "b=2"])
        #expect(cookies["sabir"] == "x=y" && cookies["a"] == "1" && cookies["b"] == "2" && cookies["c"] == nil)
    }

    @Test func cookiesAreForThisHostAlone() {
        let plain = CookieHeader.setting("sabir", to: "x", maximumAge: 5, isSecure: false)
        #expect(plain == "sabir=x; Path=/; Max-Age=5; HttpOnly; SameSite=Strict")
        #expect(CookieHeader.setting("sabir", to: "x", maximumAge: 5, isSecure: true) == plain + "; Secure")
    }

    @Test func aPathHasItsMethods() {
        var paths = PathTable()
        paths.add("/api/rooms/:room/enter", .post)
        paths.add("/assets/**", .get)
        #expect(paths.methods(at: "/api/rooms/A%20B/enter") == ["POST"])
        #expect(paths.methods(at: "/assets/css/app.css") == ["GET", "HEAD"])
        #expect(paths.methods(at: "/assets").isEmpty && paths.methods(at: "/api/rooms/x").isEmpty)
    }

    @Test(arguments: [
        ("gzip", true), ("GZIP;q=0.5, br", true), ("br", false), ("gzip;q=0", false), ("*", true),
        ("*;q=0, gzip", true), ("", false),
    ])
    func gzipIsSentWhereAccepted(_ header: String, _ isAllowed: Bool) {
        #expect(AcceptedCoding.allowsGzip(header) == isAllowed)
    }

    @Test func roomNamesSurviveThePath() {
        for name in ["Reception", "Sala 1/2", "Приймальня", "a?b#c%20", "💬 + ;"] {
            let encoded = PathText.encoded(name)
            #expect(encoded.utf8.allSatisfy { $0 < 0x80 } && !encoded.contains("/") && !encoded.contains("?"))
            #expect(PathText.decoded(encoded) == name)
        }
        #expect(PathText.decoded("%ff%fe") == nil)
    }

    /// Phones name languages otherwise than the page's list does, and nobody is to look for their own among ninety.
    @Test(arguments: [
        ("zh-TW", "zh-Hant"), ("zh-HK", "zh-Hant"), ("zh-Hant-HK", "zh-Hant"), ("zh-CN", "zh-Hans"), ("zh", "zh-Hans"),
        ("fil-PH", "tl"), ("nn-NO", "nb"), ("no", "nb"), ("prs-AF", "fa-AF"), ("fa-IR", "fa"), ("ber", "zgh"),
        ("pt-BR", "pt-BR"), ("pt-PT", "pt"), ("es-MX", "es"),
    ]) func devicesNameLanguagesInTheirOwnWay(device: String, offered: String) throws {
        let languages = OfferedLanguages(
            ["es", "fa", "fa-AF", "nb", "pt", "pt-BR", "tl", "zgh", "zh-Hans", "zh-Hant"],
            also: [
                "tl": ["fil"], "nb": ["no", "nn"], "fa-AF": ["prs"], "zgh": ["ber"], "zh-Hant": ["zh-TW", "zh-HK"],
            ])
        let tag = try #require(LanguageTag(device))
        #expect(AcceptedLanguages.suggested([tag], from: languages).map(\.description) == [offered])
    }

    @Test func languagesAreNamedByThemselves() {
        let languages = WebSettings.shippedLanguages.map { OfferedLanguage($0, outlook: .none) }
        #expect(languages.count == 22 && languages.allSatisfy { $0.name != $0.tag })
        #expect(languages.first { $0.tag == "es" }?.name == "Español")
        #expect(Set(languages.filter { $0.dir == "rtl" }.map(\.tag)) == ["ar", "fa", "ur"])
    }

    @Test func connectionsAreCounted() {
        let counter = ConnectionCounter(maximum: 4, perAddress: 2)
        #expect(counter.open("10.0.0.1") && counter.open("10.0.0.1") && !counter.open("10.0.0.1"))
        #expect(counter.open("127.0.0.1") && counter.open("127.0.0.1") && !counter.open("10.0.0.2"))
        counter.close("10.0.0.1")
        #expect(counter.open("10.0.0.2"))
    }

    @Test func compressedTextComesOutAgain() throws {
        let text = Data(String(repeating: "buenos días ", count: 500).utf8)
        let compressed = try #require(Gzip.compressed(text))
        #expect(compressed.count < 200 && compressed.prefix(2) == Data([0x1F, 0x8B]))
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/gzip")
        process.arguments = ["-dc"]
        let (input, output) = (Pipe(), Pipe())
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        input.fileHandleForWriting.write(compressed)
        try input.fileHandleForWriting.close()
        #expect(try output.fileHandleForReading.readToEnd() == text)
    }
}
