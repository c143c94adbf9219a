import SabirProtocol
import Testing

@testable import SabirTranslation

/// An engine whose cable was pulled: kept-alive connections stay silent, new ones are not made.
@Suite(.timeLimit(.minutes(5))) struct BlackHoleTests {
    /// Checks on a kept connection pass, so that only the look on a new one can tell.
    private struct PulledCable: HTTPTransport {
        func send(_ request: HTTPRequest) async -> Result<HTTPResponse, EngineFailure> {
            if request.freshConnection { return .failure(.unreachable("no connection in the time allowed")) }
            let body = request.body.map { String(decoding: $0, as: UTF8.self) }
            guard let body else { return answered(pairList("spa-cat")) }
            if body.contains("taxi") { return answered(apertiumAnswer("taxi")) }
            // Ends when the task is cancelled, and only then.
            let (silence, end) = AsyncStream<Never>.makeStream()
            for await _ in silence {}
            end.finish()
            return .failure(.cancelled)
        }

        func close() async {}
    }

    @Test func theBreakerOpensLongBeforeTheAnswersTimeAndReleasesEveryLine() async throws {
        var limits = Translator.Limits.patient
        limits.suspicion = .milliseconds(10)
        // The check would find the engine well again: the cable is out for new connections alone.
        limits.breaker.firstDelay = .seconds(3_600)
        limits.breaker.longestDelay = .seconds(3_600)
        let endpoint = EndpointConfiguration(kind: .apertium, url: "http://127.0.0.1:9", answerTimeout: .seconds(3_600))
        let translator = Translator([endpoint], limits: limits, transport: { _ in PulledCable() })
        let reasons = await withTaskGroup(of: UntranslatedReason?.self) { group in
            for number in 0..<20 {
                group.addTask { await translator.translate("línea \(number)", from: spanish, to: catalan).reason }
            }
            return await group.reduce(into: Set()) { $0.insert($1) }
        }
        #expect(reasons == [.unreachable(engine: "apertium")])
        #expect(await translator.standings().contains(where: \.isDown))
        await translator.close()
    }
}

/// An engine that takes connections and says nothing, and one that is only slow.
@Suite(.timeLimit(.minutes(5))) struct SilentEngineTests {
    private var limits: Translator.Limits {
        var limits = Translator.Limits()
        limits.suspicion = .milliseconds(10)
        limits.silence = .milliseconds(50)
        limits.line = .seconds(40)
        return limits
    }

    private func endpoint(_ url: String) -> EndpointConfiguration {
        EndpointConfiguration(kind: .apertium, url: url, answerTimeout: .seconds(3_600))
    }

    @Test func theTimesAddUpToLessThanTwoSeconds() {
        let limits = Translator.Limits()
        #expect(limits.suspicion + limits.silence < .seconds(2))
    }

    @Test func oneThatHangsIsGivenUpWhenALookIsNotAnsweredEither() async throws {
        let server = try FaultServer(wellBehaved)
        let translator = Translator([endpoint(server.url)], limits: limits)
        #expect(await translator.standings() == [.up("apertium")])
        server.behave { _ in .hang }
        let line = await translator.translate("Adiós", from: spanish, to: catalan)
        #expect(line.reason == .unreachable(engine: "apertium"))
        #expect(await translator.standings() == [.down("apertium", reason: "did not answer in time")])
        #expect(await translator.translate("Otra línea", from: spanish, to: catalan).text == nil)
        #expect(!server.readersRequests.contains { $0.question.contains("Otra") })
        await translator.close()
        server.stop()
    }

    @Test func oneThatLoadsAModelForALongTimeIsWaitedForAsItSaysWhatItOffers() async throws {
        let engine = SerialEngine(isSerial: false)
        var limits = limits
        // Longer than a busy machine may leave a look unanswered.
        limits.silence = .seconds(15)
        limits.line = .seconds(120)
        let translator = Translator([endpoint("http://127.0.0.1:9")], limits: limits, transport: { _ in engine })
        _ = await translator.standings()
        await engine.hold()
        async let line = translator.translate("uno dos", from: spanish, to: catalan)
        // Looked at many times, for longer than silence would be borne.
        let enough = ContinuousClock.now + limits.silence * 1.5
        while ContinuousClock.now < enough { await engine.waitForLook() }
        await engine.release()
        #expect(await line.text == "res")
        #expect(await translator.standings() == [.up("apertium")])
        await translator.close()
    }

    @Test func oneThatDoesOneThingAtATimeIsGivenUpOnceAndThenGivenItsTime() async throws {
        let engine = SerialEngine()
        let translator = Translator([endpoint("http://127.0.0.1:9")], limits: limits, transport: { _ in engine })
        let events = await translator.events()
        #expect(await first(of: events, where: \.isUp) != nil)
        await engine.hold()
        #expect(await translator.translate("uno dos", from: spanish, to: catalan).text == nil)
        await engine.release()
        let later = await translator.events()
        #expect(await first(of: later, where: \.isUp) != nil)
        await engine.hold()
        async let line = translator.translate("tres cuatro", from: spanish, to: catalan)
        // Far longer than the first time: the look is waiting too.
        await engine.waitForLook()
        try await Task.sleep(for: limits.silence * 4)
        await engine.release()
        #expect(await line.text == "res")
        await translator.close()
    }
}

/// Answers no line while it is held, as one busy with a line is, and no look either if it does one thing at a time.
private actor SerialEngine: HTTPTransport {
    private let isSerial: Bool
    private var isHeld = false
    private var waiting: [UInt64: CheckedContinuation<Void, Never>] = [:]
    private var lastID: UInt64 = 0
    private var onLook: CheckedContinuation<Void, Never>?
    private var isLookedAt = false

    init(isSerial: Bool = true) { self.isSerial = isSerial }

    func hold() {
        isHeld = true
        isLookedAt = false
    }

    func release() {
        isHeld = false
        for caller in waiting.values { caller.resume() }
        waiting = [:]
    }

    /// One since the last call, or since it was held.
    func waitForLook() async {
        if !isLookedAt { await withCheckedContinuation { onLook = $0 } }
        isLookedAt = false
    }

    func send(_ request: HTTPRequest) async -> Result<HTTPResponse, EngineFailure> {
        if request.freshConnection {
            isLookedAt = true
            onLook?.resume()
            onLook = nil
        }
        if isHeld, isSerial || request.body != nil { await wait() }
        let text = request.body == nil ? pairList("spa-cat") : apertiumAnswer("res")
        return Task.isCancelled ? .failure(.cancelled) : answered(text)
    }

    func close() { release() }

    private func wait() async {
        lastID += 1
        let id = lastID
        await withTaskCancellationHandler {
            await withCheckedContinuation { waiting[id] = $0 }
        } onCancel: {
            Task { await self.giveUp(id) }
        }
    }

    private func giveUp(_ id: UInt64) { waiting.removeValue(forKey: id)?.resume() }
}
