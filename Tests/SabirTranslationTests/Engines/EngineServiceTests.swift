import Foundation
import SabirProtocol
import Testing

@testable import SabirTranslation

/// The translator over libcurl and real sockets, with servers of each engine's interface.
@Suite(.timeLimit(.minutes(5))) struct EngineServiceTests {
    typealias Kind = EndpointConfiguration.Kind

    @Test(arguments: ScriptedEngine.kinds) func aLineIsTranslatedByTheDocumentedShape(kind: Kind) async throws {
        try await withTranslator(kind, ScriptedEngine.behaviour(kind)) { translator, server in
            let line = await translator.translate("¿Hola \"amics\" & <co>, 50 %?", from: spanish, to: catalan)
            #expect(line.text == "¿HOLA \"AMICS\" & <CO>, 50 %?" && line.engine == kind.rawValue)
            #expect(await translator.standings() == [.up(kind.rawValue)])
        }
    }

    @Test(arguments: ScriptedEngine.kinds)
    func theLinesOfATextGoAsOneBatchWhereTheEngineTakesOne(kind: Kind) async throws {
        try await withTranslator(kind, ScriptedEngine.behaviour(kind)) { translator, server in
            let line = await translator.translate("uno\n\n dos\ntres", from: spanish, to: catalan)
            #expect(line.text == "UNO\n\n DOS\nTRES")
            let asked = server.requests.filter { ScriptedEngine.isFromReader($0, kind) }
            #expect(asked.count == ([.deepl, .google, .azure].contains(kind) ? 1 : 3))
        }
    }

    @Test(arguments: ScriptedEngine.kinds) func anAnswerOfAnotherShapeIsNotUsed(kind: Kind) async throws {
        let right = ScriptedEngine.answer(kind, ["UNO", "DOS"])
        let bodies: [FaultServer.Reply] = [
            .json(ScriptedEngine.answer(kind, [])), .json(right.replacing("\"UNO\"", with: "7")),
            .json(right.replacing("\"UNO\"", with: "null")), .json(right.replacing("\"UNO\"", with: "[\"UNO\"]")),
            .json(String(right.dropLast())), .json("[]"), .json("{}"), .json("null"), .html, .closeHalfWay, .huge,
            .status(500, "oops"), .json(ScriptedEngine.answer(kind, [""])),
        ]
        for body in bodies {
            try await withTranslator(kind, ScriptedEngine.failing(kind, with: body)) { translator, server in
                let line = await translator.translate("uno dos", from: spanish, to: catalan)
                #expect(line.reason == .badAnswer(engine: kind.rawValue), "\(body)")
                server.behave(ScriptedEngine.behaviour(kind))
                #expect(await translator.translate("uno dos", from: spanish, to: catalan).text == "UNO DOS")
            }
        }
    }

    @Test(arguments: ScriptedEngine.kinds)
    func aRefusedKeyRestsTheEngineAndIsToldWithoutTheKey(kind: Kind) async throws {
        try await withTranslator(kind, ScriptedEngine.locked(kind)) { translator, server in
            let down = await first(of: translator.events(), where: \.isDown)
            let reason = try #require(down?.reason)
            #expect(reason.contains("see key, key_env or key_file") && !reason.contains(ScriptedEngine.key))
            #expect(!reason.contains(ScriptedEngine.key.percentEncoded))
            let asked = server.requests.count
            for text in ["uno", "dos"] {
                let line = await translator.translate(text, from: spanish, to: catalan)
                #expect(line.text == nil && line.reason?.code == "resting")
            }
            #expect(server.requests.count == asked)
        }
    }

    @Test(
        arguments: [
            (.deepl, 456, #"{"message":"Quota exceeded"}"#),
            (
                .google, 403,
                #"{"error":{"code":403,"message":"Daily Limit Exceeded","errors":[{"reason":"dailyLimitExceeded"}]}}"#
            ),
            (.azure, 403, #"{"error":{"code":403001,"message":"The free quota has been used up."}}"#),
            (.openai, 429, #"{"error":{"message":"You exceeded your quota","code":"insufficient_quota"}}"#),
            (
                .mymemory, 200,
                #"{"responseData":{"translatedText":"X"},"quotaFinished":true,"responseStatus":200}"#
            ),
            (
                .mymemory, 429,
                #"{"responseData":{"translatedText":"MYMEMORY WARNING: YOU USED ALL AVAILABLE FREE TRANSLATIONS FOR TODAY."},"quotaFinished":null,"responseDetails":"YOU USED ALL AVAILABLE FREE TRANSLATIONS FOR TODAY.","responseStatus":429}"#
            ), (.custom, 402, "pay"),
        ] as [(Kind, Int, String)])
    func aUsedUpQuotaRestsTheEngineAndTheNextTakesOver(kind: Kind, status: Int, body: String) async throws {
        let empty = try FaultServer(ScriptedEngine.failing(kind, with: .status(status, body)))
        let whole = try FaultServer(wellBehaved)
        let engines = [
            ScriptedEngine.configuration(kind, empty.url), EndpointConfiguration(kind: .apertium, url: whole.url),
        ]
        let translator = Translator(engines, limits: .patient)
        _ = await translator.standings()
        let events = await translator.events()
        for text in ["uno", "dos", "tres"] {
            #expect(await translator.translate(text, from: spanish, to: catalan).engine == "apertium")
        }
        let down = await first(of: events, where: \.isDown)
        #expect(down?.reason?.hasPrefix("has used up its quota") == true)
        #expect(empty.requests.filter { ScriptedEngine.isFromReader($0, kind) }.count == 1)
        await translator.close()
        empty.stop()
        whole.stop()
    }

    @Test(
        arguments: [
            (.deepl, 429, ""), (.deepl, 529, ""), (.google, 429, ""),
            (.google, 403, #"{"error":{"code":403,"message":"User Rate Limit Exceeded"}}"#),
            (.azure, 429, #"{"error":{"code":429000,"message":"slow down"}}"#), (.openai, 429, ""),
            (.mymemory, 429, #"{"responseData":{},"responseDetails":"TOO MANY","responseStatus":"429"}"#),
            (.custom, 503, ""), (.openai, 503, ""), (.azure, 503, ""),
        ] as [(Kind, Int, String)])
    func anEngineThatAsksForRestIsLeftAlone(kind: Kind, status: Int, body: String) async throws {
        let reply = FaultServer.Reply.status(status, body, headers: "Retry-After: 30\r\n")
        try await withTranslator(kind, ScriptedEngine.failing(kind, with: reply)) { translator, server in
            for text in ["uno", "dos", "tres"] {
                let reason = await translator.translate(text, from: spanish, to: catalan).reason
                guard case .resting(kind.rawValue, let until)? = reason else {
                    Issue.record("\(String(describing: reason)) for \(text)")
                    continue
                }
                #expect((0...31).contains(until.timeIntervalSinceNow))
                #expect(reason?.code == "resting" && reason?.sentence.contains("is resting until ") == true)
            }
            #expect(server.requests.filter { ScriptedEngine.isFromReader($0, kind) }.count == 1)
        }
    }

    @Test(arguments: ScriptedEngine.kinds) func a400IsOursAndRestsNothing(kind: Kind) async throws {
        let body = kind == .mymemory ? #"{"responseDetails":"NO QUERY SPECIFIED","responseStatus":"403"}"# : "{}"
        let reply = FaultServer.Reply.status(kind == .mymemory ? 200 : 400, body)
        try await withTranslator(kind, ScriptedEngine.failing(kind, with: reply)) { translator, server in
            for text in ["uno", "dos", "tres", "cuatro"] {
                let line = await translator.translate(text, from: spanish, to: catalan)
                #expect(line.reason == .refused(engine: kind.rawValue))
            }
            #expect(server.requests.filter { ScriptedEngine.isFromReader($0, kind) }.count == 4)
            #expect(await translator.standings() == [.up(kind.rawValue)])
        }
    }

    @Test func aCertificateThatNobodyVouchesForIsNoEngine() async throws {
        let service = try SelfSignedService()
        let configuration = ScriptedEngine.configuration(.deepl, service.url)
        let translator = Translator([configuration], limits: .patient)
        let down = await first(of: translator.events(), where: \.isDown)
        #expect(down?.reason?.hasPrefix("cannot be reached (SSL") == true)
        #expect(await translator.translate("uno", from: spanish, to: catalan).text == nil)
        await translator.close()
        service.stop()
    }

    @Test func aTextThatIsLongerThanWhatIsLeftOfTheDayRestsNobody() async throws {
        func isMidnight(_ reason: UntranslatedReason?) -> Bool {
            guard case .resting("deepl", let until) = reason else { return false }
            let start = Calendar.current.startOfDay(for: until)
            return until.timeIntervalSince(start) <= 1 && until > .now && until < .now + 86_402
        }
        try await withTranslator(.deepl, ScriptedEngine.behaviour(.deepl), perDay: 1_000) { translator, server in
            let events = await translator.events()
            func read(_ text: String) async -> TranslationOutcome {
                await translator.translate(text, from: spanish, to: catalan)
            }
            let (usual, long) = (String(repeating: "a", count: 600), String(repeating: "b", count: 500))
            #expect(await read(usual).text == usual.uppercased())
            #expect(isMidnight(await read(long).reason), "told until when")
            // Beside a shorter one too.
            async let short = read("uno")
            async let longer = read(long + "c")
            #expect(await short.text == "UNO")
            #expect(isMidnight(await longer.reason))
            #expect(await translator.spentEngines() == [])
            #expect(!server.requests.contains { $0.body.contains("bbb") })
            // Now nothing more goes: four of them were a check.
            #expect(await read(String(repeating: "d", count: 390)).text != nil)
            let asked = server.requests.count
            for text in ["cuatro", "cinco"] { #expect(isMidnight(await read(text).reason)) }
            #expect(await translator.spentEngines() == ["deepl"])
            #expect(server.requests.count == asked)
            #expect(await first(of: events, where: \.isDown)?.reason?.contains("characters_per_day") == true)
        }
    }

    private func withTranslator(
        _ kind: Kind, _ behaviour: @escaping FaultServer.Behaviour, limits: Translator.Limits = .patient,
        perDay: Int? = nil,
        _ body: (Translator, FaultServer) async throws -> Void
    ) async throws {
        let server = try FaultServer(behaviour)
        var configuration = ScriptedEngine.configuration(kind, server.url)
        configuration.charactersPerDay = perDay
        let translator = Translator([configuration], limits: limits)
        try await body(translator, server)
        await translator.close()
        server.stop()
    }
}

extension EngineEvent {
    fileprivate var reason: String? { if case .down(_, let reason) = self { reason } else { nil } }
}
