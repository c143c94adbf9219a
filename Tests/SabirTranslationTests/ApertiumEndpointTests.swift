import SabirCore
import SabirProtocol
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
        for text in ["", " ", "...", "Hola", "Hola.\n ", "\nHola."] {
            #expect(throws: EngineFailure.self, "\(text)") {
                _ = try endpoint.translations(
                    of: ["Hola.\nAdiós."],
                    in: HTTPResponse(status: 200, body: Array(apertiumAnswer(text).utf8)))
            }
        }
    }

    @Test func aMissingPairIsToldApartFromOtherRefusals() {
        let body = #"{"status":"error","code":400,"message":"Bad Request","explanation":"That pair is not installed"}"#
        func refusal(_ status: Int, _ body: String = "", after rest: Duration? = nil) -> EngineFailure? {
            endpoint.refusal(in: HTTPResponse(status: status, body: Array(body.utf8), retryAfter: rest))
        }
        #expect(refusal(400, body) == .pairNotOffered)
        #expect(refusal(400) == .refused(400, "no explanation"))
        #expect(refusal(503, after: .seconds(3)) == .resting(.seconds(3)))
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

/// Texts, what of them is sent, and answers as the real service gives them (Debian's pairs).
@Suite struct ApertiumMarksTests {
    struct Answered: Sendable {
        let source: String
        let answer: String
        let text: String
        var unknown: [String] = []
        var uninflected: [String] = []
    }

    @Test(arguments: [
        Answered(
            source: "Take one tablet every 8 hours", answer: "Duu una pastilla #cada 8 hores",
            text: "Duu una pastilla cada 8 hores", uninflected: ["cada"]),
        Answered(
            source: "#every 8 hours every 8 hours #xyzzy # house #house C# F#m room #4 # Heading",
            answer: "＃#cada 8 hores #cada 8 hores ＃*xyzzy ＃ casa ＃de casa *C＃ *F＃*m espai ＃4 ＃ Encapçalant",
            text: "#cada 8 hores cada 8 hores #xyzzy # casa #de casa C# F#m espai #4 # Encapçalant",
            unknown: ["xyzzy", "C", "F", "m"], uninflected: ["cada", "cada"]),
        Answered(
            source: "*every **bold** xyz @every @maria @xyz email@ @ 3*4 a#b #1#2",
            answer: "＊cada ＊＊valent＊＊ *xyz ＠cada ＠*maria ＠*xyz e-mail＠ ＠ 3＊4 un＃*b ＃1＃2",
            text: "*cada **valent** xyz @cada @maria @xyz e-mail@ @ 3*4 un#b #1#2",
            unknown: ["xyz", "maria", "xyz", "b"]),
        Answered(
            source: "cama #3 #salud #saludMental # Uno @maria C# n#1 5#6 @5",
            answer: "llit ＃3 ＃salut ＃*saludMental ＃ Un ＠*maria C＃ n＃1 5＃6 ＠5",
            text: "llit #3 #salut #saludMental # Un @maria C# n#1 5#6 @5", unknown: ["saludMental", "maria"]),
        Answered(
            source: "la #casa y póngaselo en marcha", answer: "The ＃house and #set", text: "The #house and set",
            uninflected: ["set"]),
        Answered(
            source: "write to maria@example.es or *call*", answer: "escriu a *maria@example.es o ＊truca＊",
            text: "escriu a maria@example.es o *truca*", unknown: ["maria"]),
        Answered(source: "a@b", answer: "un@*b", text: "un@b", unknown: ["b"]),
        Answered(
            source: "il le met en marche", answer: "el #posar# en marxa", text: "el posar en marxa",
            uninflected: ["posar"]),
        Answered(source: "Hola xyzzy amigo", answer: "Hola *xyzzy amic", text: "Hola xyzzy amic", unknown: ["xyzzy"]),
        Answered(
            source: "*foo y xyzzy *xyzzy 3*4", answer: "＊*foo i *xyzzy ＊*xyzzy 3＊4", text: "*foo i xyzzy *xyzzy 3*4",
            unknown: ["foo", "xyzzy", "xyzzy"]),
        Answered(
            source: "[corch*tes] **negrita** xyz", answer: "[*corch＊*tes] ＊＊negreta＊＊ *xyz",
            text: "[corch*tes] **negreta** xyz", unknown: ["corch", "tes", "xyz"]),
        Answered(
            source: "¡Ñandú! 👍🏽 Привет мир", answer: "*Ñandú! 👍🏽 *Привет *мир", text: "Ñandú! 👍🏽 Привет мир",
            unknown: ["Ñandú", "Привет", "мир"]),
        Answered(
            source: "l'xyzzy xyz-abc", answer: "l'*xyzzy *xyz-*abc", text: "l'xyzzy xyz-abc",
            unknown: ["xyzzy", "xyz", "abc"]),
        Answered(source: "# Uno\n## Dos\n* tres", answer: "＃ Un\n＃＃ Dos\n＊ tres", text: "# Un\n## Dos\n* tres"),
        // A chain marks twice, and words of the language between, which the source does not hold.
        Answered(
            source: "Where is the *red xyzzy dwelling?", answer: "On és el ＊vermell **xyzzy #@morada?",
            text: "On és el *vermell xyzzy morada?", unknown: ["xyzzy", "morada"]),
        Answered(
            source: "＃1 and #2 of every 8", answer: "＃1 i ﹟2 de #cada 8", text: "＃1 i #2 de cada 8",
            uninflected: ["cada"]),
    ]) func onlyTheEnginesMarksGoAndReadersAreTold(_ answered: Answered) {
        let piece = ApertiumMarks(source: answered.source).read(answered.answer)
        #expect(piece.text == answered.text)
        #expect(
            piece.warnings == TranslationWarning.list(.unknownWords, answered.unknown)
                + TranslationWarning.list(.wordForm, answered.uninflected))
    }

    @Test func theWritersSignsAreSentAsOthersAndAddressesAsTheyAre() {
        #expect(ApertiumMarks(source: "la cama #3 *ya* @ana a@b.es").text == "la cama ＃3 ＊ya＊ ＠ana a@b.es")
        #expect(ApertiumMarks(source: "sin signos").text == "sin signos")
        #expect(ApertiumMarks(source: "＃ #").text == "＃ ﹟")
    }

    /// Where no sign is left to stand in for it, a mark too many is better than one of the writer's too few.
    @Test func whatCannotBeToldApartStays() {
        let marks = ApertiumMarks(source: "＃﹟\u{E023} #1 xyz")
        #expect(marks.text == "＃﹟\u{E023} #1 xyz")
        #expect(marks.read("＃﹟\u{E023} #1 *xyz").text == "＃﹟\u{E023} #1 xyz")
    }

    @Test func takingTheMarksOutUndoesPuttingThemIn() {
        var chance = SplitMix64(state: 11)
        for _ in 0..<1_000 {
            let source = (0..<10).map { number in
                (0..<Int.random(in: 0...2, using: &chance)).map { _ in ["*", "#", "@"].randomElement(using: &chance)! }
                    .joined() + "w\(number)x" + (Bool.random(using: &chance) ? "#" : "")
            }.joined(separator: " ")
            let marks = ApertiumMarks(source: source)
            let marked = marks.text.split(separator: "w", omittingEmptySubsequences: false)
                .joined(separator: ["*w", "#w", "@w", "**w", "#@w"].randomElement(using: &chance)!)
            #expect(marks.read(marked).text == source)
        }
    }

    @Test func theRequestCarriesTheSignsThatStandIn() {
        let request = ApertiumEndpoint().translationRequest(["cama #3"], by: Route(["spa", "cat"]))
        #expect(request.body.map { String(decoding: $0, as: UTF8.self) }?.hasSuffix("q=cama+%EF%BC%833") == true)
    }
}
