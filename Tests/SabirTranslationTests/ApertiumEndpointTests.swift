import SabirWire
import Testing

@testable import SabirTranslation

@Suite struct ApertiumEndpointTests {
    let endpoint = ApertiumEndpoint()

    /// What Debian's packages list, with their variants.
    static let listed: Set<String> = [
        "afr", "nld", "arg", "cat", "cat_valencia", "cat_iec2017", "bel", "rus", "bre", "fra", "ita", "srd", "dan",
        "nob",
        "nno", "eng", "eng_US", "glg", "spa", "epo", "ast", "por", "por_BR", "ron", "eus", "frp", "hbs", "hbs_HR",
        "hbs_SR",
        "hbs_BS", "mkd", "slv", "hin", "urd", "ind", "zlm", "isl", "swe", "bul", "oci", "oci_aran", "pol", "szl",
        "ukr",
    ]

    @Test(arguments: [
        ("es-419", "spa"), ("ca", "cat"), ("ca-valencia", "cat_valencia"), ("en-US", "eng_US"), ("en-GB", "eng"),
        ("pt-BR", "por_BR"), ("pt", "por"), ("nb", "nob"), ("nn", "nno"), ("no", "nob"), ("hr", "hbs_HR"),
        ("sr-Latn", "hbs_SR"), ("sh", "hbs"), ("ms", "zlm"), ("id", "ind"), ("ast", "ast"), ("frp", "frp"),
        ("szl", "szl"), ("ur", "urd"), ("uk", "ukr"), ("eo", "epo"), ("eu", "eus"), ("is", "isl"),
    ])
    func aLanguageHasTheNameThatApertiumGivesIt(language: String, code: String) {
        #expect(endpoint.codes(for: tag(language), among: Self.listed).first == code)
    }

    @Test(arguments: ["ar", "zh-Hant", "x-ours", "ja"]) func aLanguageThatIsNotListedHasNone(language: String) {
        #expect(endpoint.codes(for: tag(language), among: Self.listed).isEmpty)
    }

    @Test func everyListedCodeIsFoundFromItsOwnTag() throws {
        for code in Self.listed where code != "oci_aran" {
            let language = try #require(endpoint.tag(for: code), "\(code)")
            #expect(endpoint.codes(for: language, among: Self.listed).first == code, "\(code) is \(language)")
        }
    }

    @Test func aDirectPairIsAskedByForm() {
        let request = endpoint.translationRequest(["¿Té & café?"], by: Route(["spa", "cat"]))
        #expect(request.path == "/translate")
        #expect(
            request.body.map { String(decoding: $0, as: UTF8.self) }
                == "langpair=spa%7Ccat&markUnknown=yes&format=txt&q=%C2%BFT%C3%A9+%26+caf%C3%A9%3F")
    }

    @Test func aChainIsAskedWithEveryStepNamed() {
        let request = endpoint.translationRequest(["a"], by: Route(["eng", "spa", "cat"]))
        #expect(request.path == "/translateChain")
        let body = String(decoding: request.body ?? [], as: UTF8.self)
        #expect(body.hasPrefix("langpairs=eng%7Cspa%7Ccat&"))
    }

    @Test func anEmptyAnswerAndOneWithMissingLinesAreNotAccepted() {
        let route = Route(["spa", "cat"])
        for text in ["", " ", "...", "Hola"] {
            #expect(throws: EngineFailure.self, "\(text)") {
                _ = try endpoint.translations(
                    of: ["Hola.\nAdiós."], by: route,
                    in: HTTPResponse(status: 200, body: Array(apertiumAnswer(text).utf8)))
            }
        }
    }

    @Test func aMissingPairIsToldApartFromOtherRefusals() {
        let body = #"{"status":"error","code":400,"message":"Bad Request","explanation":"That pair is not installed"}"#
        #expect(throws: EngineFailure.pairNotOffered) {
            _ = try endpoint.pairs(in: HTTPResponse(status: 400, body: Array(body.utf8)))
        }
        #expect(throws: EngineFailure.refused(400, "no explanation")) {
            _ = try endpoint.pairs(in: HTTPResponse(status: 400, body: []))
        }
        #expect(throws: EngineFailure.resting(.seconds(3))) {
            _ = try endpoint.pairs(in: HTTPResponse(status: 503, body: [], retryAfter: .seconds(3)))
        }
    }
}

@Suite struct PairTableTests {
    let table = PairTable(
        ["eng-spa", "spa-cat", "cat-fra", "fra-oci", "oci-arg", "spa-cat_valencia"].map { pair in
            let codes = pair.split(separator: "-").map(String.init)
            return (source: codes[0], target: codes[1])
        })

    @Test func theShortestWayIsTakenUpToThreeSteps() {
        #expect(table.route(from: ["eng"], to: ["spa"], maximumHops: 3)?.codes == ["eng", "spa"])
        #expect(table.route(from: ["eng"], to: ["cat"], maximumHops: 3)?.codes == ["eng", "spa", "cat"])
        #expect(table.route(from: ["eng"], to: ["fra"], maximumHops: 3)?.codes == ["eng", "spa", "cat", "fra"])
        #expect(table.route(from: ["eng"], to: ["oci"], maximumHops: 3) == nil)
        #expect(table.route(from: ["eng"], to: ["cat"], maximumHops: 1) == nil)
        #expect(table.route(from: ["spa"], to: ["eng"], maximumHops: 3) == nil)
    }

    @Test func aDirectPairOfALessWantedVariantBeatsAChain() {
        #expect(
            table.route(from: ["spa"], to: ["fra", "cat_valencia"], maximumHops: 3)?.codes == ["spa", "cat_valencia"])
    }
}

@Suite struct UnknownWordMarksTests {
    /// Sources and answers as the real service gave them.
    @Test(
        arguments: [
            ("Hola xyzzy amigo", "Hola *xyzzy amic", "Hola xyzzy amic", ["xyzzy"]),
            (
                "*foo y xyzzy *xyzzy 3*4", "**foo i *xyzzy **xyzzy 3*4", "*foo i xyzzy *xyzzy 3*4",
                ["foo", "xyzzy", "xyzzy"]
            ),
            ("[corch*tes]", "[*corch**tes]", "[corch*tes]", ["corch", "tes"]),
            ("**negrita** xyz", "**negreta** *xyz", "**negreta** xyz", ["xyz"]),
            ("Hola *amigo", "Hola *amic", "Hola *amic", []),
            ("¡Ñandú! 👍🏽 Привет мир", "*Ñandú! 👍🏽 *Привет *мир", "Ñandú! 👍🏽 Привет мир", ["Ñandú", "Привет", "мир"]),
            (
                "l'xyzzy xyz-abc xyz_abc", "l'*xyzzy *xyz-*abc *xyz_*abc", "l'xyzzy xyz-abc xyz_abc",
                ["xyzzy", "xyz", "abc", "xyz", "abc"]
            ),
            ("5 * 6 = 30", "5 * 6 = 30", "5 * 6 = 30", []), ("* uno\n* dos", "* un\n* dos", "* un\n* dos", []),
        ] as [(String, String, String, [String])])
    func onlyTheEnginesStarsGo(source: String, answer: String, text: String, words: [String]) {
        let piece = UnknownWordMarks(source: source, isPivoted: false).stripped(from: answer)
        #expect(piece == TranslatedPiece(text: text, unknownWords: words))
    }

    @Test func aChainMarksMoreThanOnceAndWordsOfTheLanguageBetween() {
        let twice = UnknownWordMarks(source: "Where is the xyzzy house?", isPivoted: true)
        #expect(twice.stripped(from: "On és el **xyzzy casa?").text == "On és el xyzzy casa?")
        let between = UnknownWordMarks(source: "*red dwelling", isPivoted: true)
        #expect(between.stripped(from: "*vermell *morada").text == "*vermell morada")
    }

    @Test func takingTheStarsOutUndoesPuttingThemIn() {
        var chance = SeededGenerator(state: 11)
        for _ in 0..<1_000 {
            let words = (0..<10).map { "w\($0)x" }
            let source = words.map { String(repeating: "*", count: Int.random(in: 0...2, using: &chance)) + $0 }
            let marked = source.map { Bool.random(using: &chance) ? "*" + $0 : $0 }
            let piece = UnknownWordMarks(source: source.joined(separator: " "), isPivoted: false)
                .stripped(from: marked.joined(separator: " "))
            #expect(piece.text == source.joined(separator: " "))
            #expect(piece.unknownWords == zip(words, zip(source, marked)).filter { $1.0 != $1.1 }.map(\.0))
        }
    }
}
