import SabirProtocol
import Testing

@testable import SabirTranslation

/// The translator over libcurl and real sockets, against a server that behaves as each test tells it to.
@Suite(.timeLimit(.minutes(5))) struct TranslatorTests {
    @Test func whatTheReaderReadsAnywayIsNotSent() async throws {
        try await withTranslator(wellBehaved) { translator, server in
            let line = await translator.translate("Hola", from: spanish, to: tag("es-419"))
            #expect(line == .same("Hola"))
            #expect(await translator.translate("12:30 👍", from: spanish, to: catalan) == .same("12:30 👍"))
            #expect(server.readersRequests.isEmpty)
        }
    }

    @Test func aLineIsTranslatedOnceAndThenKnown() async throws {
        try await withTranslator(wellBehaved) { translator, server in
            let asked = await translator.translate("Hola, ¿qué tal?", from: spanish, to: catalan)
            #expect(asked.text == "HOLA, ¿QUÉ TAL?" && asked.state == .translated)
            #expect(asked.engine == "apertium" && !asked.cached && asked.reason == nil)
            let again = await translator.translate("Hola, ¿qué tal?", from: tag("es-MX"), to: tag("ca-ES"))
            #expect(again.text == asked.text && again.cached && again.engine == "apertium")
            #expect(server.readersRequests.count == 1)
        }
    }

    @Test func howeverManyAskAtOnceTheEngineIsAskedOnce() async throws {
        let answer = apertiumAnswer("Bon dia")
        try await withTranslator(failing(with: .afterGate(answer))) { translator, server in
            let texts = await withTaskGroup(of: String?.self) { group in
                for _ in 0..<50 {
                    group.addTask { await translator.translate("Buenos días", from: spanish, to: catalan).text }
                }
                _ = await server.requestStream.first { $0.isFromReader }
                server.openGate()
                return await group.reduce(into: []) { $0.append($1) }
            }
            #expect(texts == Array(repeating: "Bon dia", count: 50))
            #expect(server.readersRequests.count == 1)
        }
    }

    @Test func aChainGoesThroughAndSaysSo() async throws {
        try await withTranslator(wellBehaved) { translator, server in
            let line = await translator.translate("Good morning", from: english, to: catalan)
            #expect(line.text == "GOOD MORNING" && line.pivots == [spanish])
            #expect(server.readersRequests.map(\.path) == ["/translateChain"])
        }
    }

    @Test func aPairThatNobodyOffersIsNotAskedFor() async throws {
        try await withTranslator(wellBehaved) { translator, server in
            let line = await translator.translate("Hola", from: spanish, to: tag("ar"))
            #expect(line.reason == .pairNotOffered(from: spanish, to: tag("ar")))
            #expect(line.text == nil && line.state == .untranslated)
            #expect(await translator.offers(from: spanish, to: tag("ar")) == .not(line.reason ?? .noEngine))
            #expect(await translator.offers(from: spanish, to: catalan) == .translated(engine: "apertium"))
            #expect(await translator.offers(from: spanish, to: tag("es-AR")) == .same)
            #expect(server.readersRequests.isEmpty)
        }
    }

    @Test(
        arguments: [
            .status(500, "oops"), .json("{\"responseData\":"), .json("[]"), .html, .closeHalfWay, .huge,
            .json("{\"responseData\":{\"translatedText\":7}}"), .json(apertiumAnswer("")), .json("\u{FFFD}"),
        ] as [FaultServer.Reply])
    func aBadAnswerLeavesTheLineUntranslatedAndTheNextOneIsNot(reply: FaultServer.Reply) async throws {
        try await withTranslator(failing(with: reply)) { translator, server in
            let line = await translator.translate("Hola", from: spanish, to: catalan)
            #expect(line.reason == .badAnswer(engine: "apertium"))
            server.behave(wellBehaved)
            let next = await translator.translate("Hola", from: spanish, to: catalan)
            #expect(next.text == "HOLA")
        }
    }

    /// One word a hundred times over, in place of a translation.
    @Test(arguments: [("Hola amigos", 200, 201), (String(repeating: "hola ", count: 20) + "ja", 816, 817)])
    func anAnswerOutOfProportionLeavesTheOriginal(text: String, most: Int, tooMany: Int) async throws {
        func answer(_ length: Int) -> FaultServer.Behaviour {
            failing(with: .json(apertiumAnswer(String(repeating: "é", count: length))))
        }
        try await withTranslator(answer(tooMany)) { translator, server in
            let line = await translator.translate(text, from: spanish, to: catalan)
            #expect(line.reason == .badAnswer(engine: "apertium") && line.text == nil)
            server.behave(answer(most))
            let next = await translator.translate(text, from: spanish, to: catalan)
            #expect(next.text?.unicodeScalars.count == most)
        }
    }

    @Test(arguments: [.hang, .drip] as [FaultServer.Reply])
    func anAnswerThatDoesNotComeIsNotWaitedForBeyondItsTime(reply: FaultServer.Reply) async throws {
        try await withTranslator(failing(with: reply), answerTimeout: .milliseconds(400)) { translator, _ in
            let line = await translator.translate("Hola", from: spanish, to: catalan)
            #expect(line.reason == .timedOut(engine: "apertium"))
        }
    }

    @Test func aSlowAnswerIsWaitedForAndOpensNothing() async throws {
        var limits = Translator.Limits()
        limits.suspicion = .milliseconds(20)
        let slow = failing(with: .afterGate(apertiumAnswer("Hola!")))
        try await withTranslator(slow, limits: limits) { translator, server in
            _ = await translator.standings()
            async let line = translator.translate("Hola", from: spanish, to: catalan)
            // The question, then a look whether anybody is there while it has no answer.
            var seen = server.requestStream.makeAsyncIterator()
            while let request = await seen.next(), !request.isFromReader {}
            while let request = await seen.next(), request.path != "/listPairs" {}
            server.openGate()
            #expect(await line.text == "Hola!")
            #expect(await translator.standings() == [.up("apertium")])
        }
    }

    @Test func whileTheBreakerIsOpenNoReaderIsMadeToWaitOrAsksTheEngine() async throws {
        try await withTranslator({ _ in .hang }, answerTimeout: .milliseconds(200)) { translator, server in
            let down = await first(of: translator.events()) { $0.isDown }
            #expect(down == .down("apertium", reason: "did not answer in time"))
            for number in 0..<100 {
                let line = await translator.translate("Hola \(number) amigos", from: spanish, to: catalan)
                #expect(line.reason == .unreachable(engine: "apertium"))
            }
            #expect(server.readersRequests.isEmpty)
        }
    }

    @Test func anEngineThatFailedAtALineAndIsWellIsToldSo() async throws {
        try await withTranslator(failing(with: .status(500, ""))) { translator, server in
            let events = await translator.events()
            #expect(await translator.standings() == [.up("apertium")])
            let line = await translator.translate("Hola", from: spanish, to: catalan)
            #expect(line.reason == .badAnswer(engine: "apertium"))
            let after = await first(of: events) { !$0.isUp && $0 != .pairsChanged("apertium") }
            #expect(after == .proved("apertium"))
            server.behave(wellBehaved)
            #expect(await translator.translate("Hola", from: spanish, to: catalan).text == "HOLA")
        }
    }

    @Test func anEngineThatComesBackIsFoundAndUsed() async throws {
        let port = try freePort()
        let translator = Translator([EndpointConfiguration(kind: .apertium, url: "http://127.0.0.1:\(port)")])
        let events = await translator.events()
        let refused = await translator.translate("Hola", from: spanish, to: catalan)
        #expect(refused.reason == .unreachable(engine: "apertium"))
        let server = try FaultServer(port: port, wellBehaved)
        #expect(await first(of: events) { $0.isUp } != nil)
        #expect(await translator.translate("Hola", from: spanish, to: catalan).text == "HOLA")
        await translator.close()
        server.stop()
    }

    @Test func theNextEngineTakesOverWithinTheSameLine() async throws {
        let broken = try FaultServer(failing(with: .status(500, "")))
        let whole = try FaultServer(wellBehaved)
        let engines = [
            EndpointConfiguration(kind: .apertium, name: "broken", url: broken.url),
            EndpointConfiguration(kind: .apertium, name: "whole", url: whole.url),
        ]
        let translator = Translator(engines, limits: .patient)
        let line = await translator.translate("Hola", from: spanish, to: catalan)
        #expect(line.engine == "whole" && line.text == "HOLA")
        #expect(broken.readersRequests.count == 1)
        await translator.close()
        broken.stop()
        whole.stop()
    }

    @Test func tooManyWaitingAreToldSo() async throws {
        var limits = Translator.Limits.patient
        limits.waitingCallers = 1
        try await withTranslator(failing(with: .afterGate(apertiumAnswer("u"))), limits: limits) { translator, server in
            async let first = translator.translate("uno", from: spanish, to: catalan)
            _ = await server.requestStream.first { $0.isFromReader }
            #expect(await translator.translate("dos", from: spanish, to: catalan).reason == .busy)
            server.openGate()
            #expect(await first.text == "u")
        }
    }

    @Test func withoutAnEngineAndAfterTheEndTheReasonIsPlain() async throws {
        let none = Translator([])
        #expect(await none.translate("Hola", from: spanish, to: catalan).reason == .noEngine)
        await none.close()
        #expect(await none.translate("Hola", from: spanish, to: catalan).reason == .stopped)
        let far = Translator([EndpointConfiguration(kind: .libretranslate, url: "http://192.0.2.1")])
        #expect(await far.translate("Hola", from: spanish, to: catalan).reason == .noEngine)
        await far.close()
    }

    @Test func anEngineForSomeLanguagesIsAskedForNoOther() async throws {
        let server = try FaultServer(wellBehaved)
        let some = EndpointConfiguration(kind: .apertium, url: server.url, languages: [spanish, english])
        let translator = Translator([some], limits: .patient)
        #expect(
            await translator.translate("Hola", from: spanish, to: catalan).reason
                == .pairNotOffered(from: spanish, to: catalan))
        #expect(await translator.translate("Hello", from: english, to: spanish).text == "HELLO")
        await translator.close()
        server.stop()
    }

    private func withTranslator(
        _ behaviour: @escaping FaultServer.Behaviour, answerTimeout: Duration = .seconds(20),
        limits: Translator.Limits = .patient,
        _ body: (Translator, FaultServer) async throws -> Void
    ) async throws {
        let server = try FaultServer(behaviour)
        let endpoint = EndpointConfiguration(
            kind: .apertium, url: server.url, connectTimeout: .seconds(20), answerTimeout: answerTimeout)
        let translator = Translator([endpoint], limits: limits)
        try await body(translator, server)
        await translator.close()
        server.stop()
    }
}
