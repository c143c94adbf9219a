import Foundation
import SabirProtocol
import Synchronization
import Testing

@testable import SabirTranslation

/// Second looks as the translator makes them: when it is idle, within its budget, and of nothing that is gone.
@Suite(.timeLimit(.minutes(5))) struct TranslatorSecondLookTests {
    private let text = "Tome 2 pastillas"
    private let there = "Prengui 2 pastilles"

    private func translator(
        _ engine: ScriptedTransport, _ policy: SecondLookPolicy = SecondLookPolicy()
    ) throws -> Translator {
        var resources = TranslationResources()
        resources.checker = try ShippedLanguages.checker.get()
        var limits = Translator.Limits.patient
        limits.secondLook = policy
        return Translator(
            [EndpointConfiguration(kind: .apertium, url: "http://127.0.0.1:2737")], resources: resources,
            limits: limits, transport: { _ in engine })
    }

    private func first(_ translator: Translator, from: LanguageTag = spanish) async -> TranslationOutcome {
        await translator.translate(text, from: from, to: catalan)
    }

    private func second(_ translator: Translator, _ line: TranslationOutcome) async -> SecondReading? {
        await translator.secondLook(at: line, text, from: spanish, to: catalan)
    }

    @Test func aLineIsTranslatedBackAndWhatDiffersIsKeptWithIt() async throws {
        let engine = ScriptedTransport([text: there, there: "Tome 3 pastillas"])
        let translator = try translator(engine)
        let line = await first(translator)
        #expect(line.text == there && line.warnings.isEmpty && line.second == nil)
        #expect(engine.asked == [text])
        let found = try #require(await second(translator, line))
        #expect(found.way == .back && found.text == "Tome 3 pastillas" && found.language == spanish)
        #expect(
            found.difference
                == TranslationWarning(kind: .secondLook, words: ["2 pastillas"], counterparts: ["3 pastillas"]))
        #expect(engine.asked == [text, there])
        // Whoever comes later has it from the cache; nobody looks a third time.
        let later = await first(translator)
        #expect(later.cached && later.second == found && later.warnings.map(\.kind) == [.secondLook])
        #expect(await second(translator, later) == nil)
        #expect(engine.asked.count == 2)
        await translator.close()
    }

    @Test func howeverManyReadItTheEngineIsAskedOnce() async throws {
        let engine = ScriptedTransport([text: there, there: text])
        let translator = try translator(engine)
        let line = await first(translator)
        let found = await withTaskGroup(of: SecondReading?.self) { group in
            for _ in 0..<20 { group.addTask { await second(translator, line) } }
            return await group.reduce(into: Set<SecondReading?>()) { $0.insert($1) }
        }
        #expect(found.count == 1 && found.first??.difference == nil && found.first??.text == text)
        #expect(engine.asked == [text, there])
        await translator.close()
    }

    @Test func whatIsOffPlainOrOfAHostIsNotLookedAt() async throws {
        let engine = ScriptedTransport([text: there, there: text, "Buenos días": "Bon dia"])
        let off = try translator(engine, SecondLookPolicy(mode: .off))
        #expect(await second(off, await first(off)) == nil)
        await off.setSecondLookPolicy(SecondLookPolicy())
        #expect(await second(off, await first(off)) != nil)
        let plain = await off.translate("Buenos días", from: spanish, to: catalan)
        #expect(await off.secondLook(at: plain, "Buenos días", from: spanish, to: catalan) == nil)
        #expect(engine.asked == [text, there, "Buenos días"])
        await off.close()

        let guest = Translator([], limits: .patient)
        await guest.adopt(Shouter())
        let line = await first(guest)
        #expect(line.engine == "host" && line.text == text.uppercased())
        #expect(await second(guest, line) == nil)
        await guest.close()
    }

    @Test func whatIsTakenBackMeanwhileLeavesNothing() async throws {
        let engine = ScriptedTransport([text: there, there: "Tome 3 pastillas"], holding: there)
        let translator = try translator(engine)
        let line = await first(translator)
        async let found = second(translator, line)
        await engine.isHeld()
        await translator.forget([text])
        engine.open()
        #expect(await found == nil)
        #expect(await second(translator, line) == nil)
        #expect(await first(translator).second == nil)
        await translator.close()
    }

    /// The engine does one thing at a time, and has a second look in hand when somebody writes.
    @Test func whoReadsNowGoesFirst() async throws {
        let engine = ScriptedTransport(
            [text: there, there: text, "Hola": "Hola!", "Adiós": "Adéu"], holding: there)
        let translator = try translator(engine)
        let line = await first(translator)
        async let found = second(translator, line)
        await engine.isHeld()
        #expect(await translator.translate("Adiós", from: spanish, to: catalan).text == "Adéu")
        // It gave way, and is made once the engine is idle.
        await engine.isHeld()
        engine.open()
        #expect(await found?.text == text)
        #expect(engine.asked == [text, there, "Adiós", there])
        await translator.close()
    }

    @Test func closingEndsWhatWaits() async throws {
        let engine = ScriptedTransport([text: there, there: text], holding: there)
        let translator = try translator(engine)
        let line = await first(translator)
        async let found = second(translator, line)
        await engine.isHeld()
        await translator.close()
        #expect(await found == nil)
    }

    /// What becomes of a second look is no reader's trouble.
    @Test func anEngineThatFailsAtItStaysInUse() async throws {
        let engine = ScriptedTransport([text: there])
        let translator = try translator(engine)
        let line = await first(translator)
        #expect(await second(translator, line) == nil)
        #expect(engine.asked == [text, there])
        #expect(await translator.offers(from: spanish, to: catalan) == .translated(engine: "apertium"))
        #expect(await first(translator).cached)
        await translator.close()
    }
}

/// An Apertium with Spanish and Catalan that says what is written in its script, and of all else that it cannot. It holds
/// one text until it is opened, or given up.
private final class ScriptedTransport: HTTPTransport {
    private struct State {
        var asked: [String] = []
        var isOpen = false
        var gates: [AsyncStream<Never>.Continuation] = []
    }

    private let script: [String: String]
    private let held: String?
    private let state = Mutex(State())
    private let (holds, holding) = AsyncStream.makeStream(of: Void.self)

    init(_ script: [String: String], holding held: String? = nil) { (self.script, self.held) = (script, held) }

    /// Of readers and second looks; checks are left out.
    var asked: [String] { state.withLock(\.asked) }

    func isHeld() async { for await _ in holds { return } }

    func open() {
        let gates = state.withLock { state in
            state.isOpen = true
            return state.gates
        }
        for gate in gates { gate.finish() }
    }

    func send(_ request: HTTPRequest) async -> Result<HTTPResponse, EngineFailure> {
        guard let body = request.body else { return answered(pairList("spa-cat cat-spa")) }
        let form = apertiumQuestion(String(decoding: body, as: UTF8.self))
        let text = form.trimmingCharacters(in: .whitespacesAndNewlines)
        guard script.keys.contains(text) || script.values.contains(text) else {
            return answered(apertiumAnswer("proved"))
        }
        let (gate, opening) = AsyncStream.makeStream(of: Never.self)
        let mustWait = state.withLock { state in
            state.asked.append(text)
            if text == held, !state.isOpen { state.gates.append(opening) }
            return text == held && !state.isOpen
        }
        if mustWait {
            holding.yield()
            for await _ in gate {}
            if Task.isCancelled { return .failure(.cancelled) }
        }
        guard let answer = script[text] else { return answered("", status: 500) }
        return answered(apertiumAnswer(answer))
    }

    func close() async {}
}

private struct Shouter: PeerEngine {
    func pairs() async throws -> [LanguagePair] {
        [LanguagePair(from: spanish, to: catalan), LanguagePair(from: catalan, to: spanish)]
    }

    func answer(_ texts: [String], from: LanguageTag, to: LanguageTag) async throws -> PeerTranslation {
        PeerTranslation(texts: texts.map { $0.uppercased() })
    }
}
