import Foundation
import SabirProtocol
import Testing

@testable import SabirTranslation

@Suite struct LibreTranslateEndpointTests {
    let endpoint = LibreTranslateEndpoint(key: "secret")
    let route = Route(["en", "es"])

    private func answer(_ body: String, status: Int = 200) -> HTTPResponse {
        HTTPResponse(status: status, body: Array(body.utf8))
    }

    @Test func onePieceIsAskedAsAStringAndSeveralAsAList() throws {
        struct One: Decodable { let q, source, target, format, api_key: String }
        struct Many: Decodable { let q: [String] }
        let one = try JSONDecoder().decode(
            One.self, from: Data(endpoint.translationRequest(["a \"b\""], by: route).body ?? []))
        #expect(one.q == "a \"b\"" && one.source == "en" && one.target == "es")
        #expect(one.format == "text" && one.api_key == "secret")
        let many = try JSONDecoder().decode(
            Many.self, from: Data(endpoint.translationRequest(["a", "b"], by: route).body ?? []))
        #expect(many.q == ["a", "b"])
    }

    @Test func withoutAKeyNoneIsSent() {
        let body = LibreTranslateEndpoint().translationRequest(["a"], by: route).body ?? []
        #expect(!String(decoding: body, as: UTF8.self).contains("api_key"))
    }

    @Test func asManyTranslationsComeBackAsTextsWereSent() throws {
        let two = try endpoint.translations(of: ["a", "b"], in: answer(#"{"translatedText":["x","y"]}"#))
        #expect(two.map(\.text) == ["x", "y"])
        for body in [
            #"{"translatedText":["x"]}"#, #"{"translatedText":["x","y","z"]}"#, #"{"translatedText":"x"}"#,
            #"{"translatedText":["x",2]}"#, #"{"translatedText":["x",""]}"#, #"{"translatedText":null}"#, "[]", "",
        ] {
            #expect(throws: EngineFailure.self, "\(body)") {
                _ = try endpoint.translations(of: ["a", "b"], in: answer(body))
            }
        }
        #expect(throws: EngineFailure.self) {
            _ = try endpoint.translations(of: ["a"], in: answer(#"{"translatedText":["x"]}"#))
        }
    }

    /// Argos leaves these of its tokenizer; what the writer wrote is no mark.
    @Test(arguments: [
        ("a b", "x <unk> y", "x … y", true), ("a b", "x ⁇ y", "x … y", true), ("a b", "x\u{2581}y", "x y", false),
        ("a <unk>", "x <unk>", "x <unk>", false), ("qué??", "what⁇", "what⁇", false), ("▁a", "▁x", "▁x", false),
    ]) func whatATokenizerLeavesIsAGapThatReadersAreToldOf(
        source: String, marked: String, text: String, isTold: Bool
    ) throws {
        let piece = try endpoint.translations(
            of: [source], in: answer(#"{"translatedText":"\#(marked)"}"#))
        let warnings = isTold ? [TranslationWarning(kind: .unknownWords, words: ["…"])] : []
        #expect(piece == [TranslatedPiece(text: text, warnings: warnings)])
    }

    @Test func anotherNodesWarningsAreReadAndStrangeOnesPassedOver() throws {
        let form = TranslationWarning(kind: .wordForm, words: ["cada"])
        let one = #"{"translatedText":"x","warnings":[{"kind":"word-form","words":["cada"]},{"kind":"new"}]}"#
        #expect(try endpoint.translations(of: ["a"], in: answer(one)).map(\.warnings) == [[form]])
        let two = #"{"translatedText":["x","y"],"warnings":[[],[{"kind":"word-form","words":["cada"]}]]}"#
        #expect(try endpoint.translations(of: ["a", "b"], in: answer(two)).map(\.warnings) == [[], [form]])
        for strange in ["7", "[7]", "[[],[],[]]", #""no""#] {
            let body = #"{"translatedText":["x","y"],"warnings":\#(strange)}"#
            #expect(
                try endpoint.translations(of: ["a", "b"], in: answer(body)).map(\.warnings) == [[], []])
        }
    }

    @Test func errorsAreReadFromTheirDocumentedShape() {
        func refusal(_ error: String, _ status: Int) -> EngineFailure? {
            endpoint.refusal(in: answer(#"{"error":"\#(error)"}"#, status: status))
        }
        #expect(refusal("xx is not supported", 400) == .pairNotOffered)
        #expect(refusal("Invalid API key", 403) == .refused(403, "Invalid API key"))
        #expect(refusal("Slowdown: 5 per 1", 429) == .resting(.seconds(1)))
    }

    @Test func languagesListTheirTargetsOrEveryOther() throws {
        let listed = try endpoint.pairs(
            in: answer(
                #"[{"code":"en","name":"English","targets":["en","es"]},{"code":"es","name":"S","targets":["en"]}]"#))
        #expect(listed.contains("en", "es") && !listed.contains("en", "en"))
        let older = try endpoint.pairs(in: answer(#"[{"code":"en","name":"E"},{"code":"ar","name":"A"}]"#))
        #expect(older.contains("en", "ar") && older.contains("ar", "en"))
    }

    @Test(arguments: [
        ("zh", "zh-Hans"), ("zh-CN", "zh-Hans"), ("zh-TW", "zh-Hant"), ("pt-BR", "pt-BR"), ("pt", "pt"),
        ("pt-PT", "pt"), ("es-419", "es"), ("nb", "nb"), ("en-GB", "en"),
    ])
    func aLanguageHasTheCodeOfToday(language: String, code: String) {
        let known: Set = ["en", "es", "zh-Hans", "zh-Hant", "pt", "pt-BR", "nb"]
        #expect(endpoint.codes(for: tag(language), among: known).first == code)
    }

    @Test(arguments: [("zh-TW", "zt"), ("zh-CN", "zh"), ("pt-BR", "pb"), ("nb", "no"), ("fil", "tl")])
    func aLanguageHasTheCodeOfEarlierVersions(language: String, code: String) {
        #expect(endpoint.codes(for: tag(language), among: ["zh", "zt", "pt", "pb", "no", "tl"]).first == code)
    }

    @Test func theOtherScriptIsNoSubstitute() {
        #expect(endpoint.codes(for: tag("zh-TW"), among: ["zh", "en"]).isEmpty)
    }
}
