import SabirProtocol
import Testing

@testable import SabirTranslation

/// What readers cost the engine, counted at its door.
@Suite(.timeLimit(.minutes(5))) struct ConcurrencyProofTests {
    @Test func twoHundredReadersOfFourLanguagesCostThreeRequestsAMessage() async throws {
        let server = try FaultServer { request in
            request.path == "/listPairs"
                ? .json(pairList("spa-cat spa-eng spa-fra")) : .json(apertiumAnswer(request.question.uppercased()))
        }
        let translator = Translator([EndpointConfiguration(kind: .apertium, url: server.url)], limits: .patient)
        for message in 0..<20 {
            let text = "El autobús número \(message) llega pronto"
            let texts = await withTaskGroup(of: (LanguageTag, String?).self) { group in
                for reader in 0..<200 {
                    let language = [spanish, catalan, english, french][reader % 4]
                    group.addTask {
                        (language, await translator.translate(text, from: spanish, to: language).text)
                    }
                }
                return await group.reduce(into: [LanguageTag: [String?]]()) { $0[$1.0, default: []].append($1.1) }
            }
            #expect(texts[spanish] == Array(repeating: text, count: 50))
            for language in [catalan, english, french] {
                #expect(texts[language] == Array(repeating: text.uppercased(), count: 50))
            }
            let asked = server.readersRequests.filter { $0.question == text }
            #expect(asked.count == 3)
        }
        #expect(server.readersRequests.count == 60)
        await translator.close()
        server.stop()
    }

    @Test func linesOfSeveralWritersThatWaitForOnePairGoAsOneBatch() async throws {
        let server = try FaultServer(ScriptedEngine.behaviour(.deepl))
        let endpoint = ScriptedEngine.configuration(.deepl, server.url)
        let translator = Translator([endpoint], limits: .patient)
        _ = await translator.standings()
        let gated = ScriptedEngine.answer(.deepl, ["PRIMERA LÍNEA"])
        server.behave { request in
            ScriptedEngine.texts(.deepl, request) == ["primera línea"]
                ? .afterGate(gated) : ScriptedEngine.behaviour(.deepl)(request)
        }
        async let first = translator.translate("primera línea", from: spanish, to: catalan)
        _ = await server.requestStream.first { ScriptedEngine.isFromReader($0, .deepl) }
        let texts = (0..<12).map { "línea de alguien número \($0)" }
        let others = texts.map { text in
            Task { await translator.translate(text, from: spanish, to: catalan).text }
        }
        let client = try #require(await translator.engines[0]?.client as? EngineClient)
        while await client.batcher?.waiting ?? 0 < 13 { await Task.yield() }
        server.openGate()
        #expect(await first.text == "PRIMERA LÍNEA")
        for (task, text) in zip(others, texts) { #expect(await task.value == text.uppercased()) }
        let asked = server.requests.filter { ScriptedEngine.isFromReader($0, .deepl) }
        #expect(asked.count == 2)
        #expect(asked.last.map { Set(ScriptedEngine.texts(.deepl, $0)) } == Set(texts))
        await translator.close()
        server.stop()
    }
}
