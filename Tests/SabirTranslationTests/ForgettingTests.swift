import SabirProtocol
import Synchronization
import Testing

@testable import SabirTranslation

/// Texts that their authors take back: no translation of them is kept, in whatever hands they are at the moment.
@Suite(.timeLimit(.minutes(5))) struct ForgettingTests {
    private static let secret = "unos aviones secretos"

    /// One text, two readers, the engine at work for both.
    @Test func whatAnEngineHasInHandInSeveralLanguagesIsNotKept() async throws {
        let engine = SlowEngine()
        let translator = Translator(
            [EndpointConfiguration(kind: .apertium, url: "http://127.0.0.1:2737")], transport: { _ in engine })
        async let toCatalan = translator.translate(Self.secret, from: spanish, to: catalan)
        async let toEnglish = translator.translate(Self.secret, from: spanish, to: english)
        await engine.isAsked(times: 2)
        await translator.forget([Self.secret])
        engine.answer()
        #expect(await toCatalan.state == .translated)
        #expect(await toEnglish.state == .translated)
        // The engine is asked again, and what it answers now is not kept either.
        for asked in 3...4 {
            let again = await translator.translate(Self.secret, from: spanish, to: catalan)
            #expect(again.state == .translated && !again.cached && engine.asked == asked)
        }
        // What others say meanwhile is kept.
        for isCached in [false, true] {
            let other = await translator.translate("unos aviones grandes", from: spanish, to: catalan)
            #expect(other.cached == isCached)
        }
        await translator.close()
    }
}

/// An Apertium that answers readers when it is told to.
private final class SlowEngine: HTTPTransport {
    private struct State {
        var asked = 0
        var isOpen = false
        var held: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())
    private let (questions, question) = AsyncStream.makeStream(of: Void.self)

    var asked: Int { state.withLock(\.asked) }

    func isAsked(times: Int) async {
        var left = times
        for await _ in questions {
            left -= 1
            if left == 0 { return }
        }
    }

    func answer() {
        let held = state.withLock { state in
            state.isOpen = true
            return state.held
        }
        for one in held { one.resume() }
    }

    func send(_ request: HTTPRequest) async -> Result<HTTPResponse, EngineFailure> {
        guard let body = request.body else { return answered(pairList("spa-cat spa-eng")) }
        if String(decoding: body, as: UTF8.self).contains("aviones") { await readerAsks() }
        return answered(apertiumAnswer("something else"))
    }

    private func readerAsks() async {
        await withCheckedContinuation { continuation in
            let isOpen = state.withLock { state in
                state.asked += 1
                if !state.isOpen { state.held.append(continuation) }
                return state.isOpen
            }
            question.yield()
            if isOpen { continuation.resume() }
        }
    }

    func close() async {}
}
