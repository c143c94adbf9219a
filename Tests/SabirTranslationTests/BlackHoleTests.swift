import SabirWire
import Testing

@testable import SabirTranslation

/// An engine whose cable was pulled: kept-alive connections stay silent, new ones are not made.
@Suite(.timeLimit(.minutes(1))) struct BlackHoleTests {
    /// Checks on a kept connection pass, so that only the look on a new one can tell.
    private struct PulledCable: HTTPTransport {
        func send(_ request: HTTPRequest) async -> Result<HTTPResponse, TransportFailure> {
            if request.freshConnection { return .failure(.unreachable("no connection in the time allowed")) }
            let body = request.body.map { String(decoding: $0, as: UTF8.self) }
            guard let body else { return .success(response(pairList("spa-cat"))) }
            if body.contains("taxi") { return .success(response(apertiumAnswer("taxi"))) }
            // Ends when the task is cancelled, and only then.
            let (silence, end) = AsyncStream<Never>.makeStream()
            for await _ in silence {}
            end.finish()
            return .failure(.cancelled)
        }

        func close() async {}

        private func response(_ text: String) -> HTTPResponse { HTTPResponse(status: 200, body: Array(text.utf8)) }
    }

    @Test func theBreakerOpensLongBeforeTheAnswersTimeAndReleasesEveryLine() async throws {
        var limits = Translator.Limits()
        limits.suspicion = .milliseconds(10)
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
