import NIOCore
import SabirProtocol
import Testing

@testable import SabirClient
@testable import SabirRoom

/// Calls and the host's engine, over real TCP.
@Suite(.timeLimit(.minutes(5))) struct SharedEngineTests {
    /// Writes every text in capitals; a text "wait" is held until the gate opens.
    private final class CapitalsEngine: RoomTranslation {
        let port: Int? = 5_000
        let gate = Gate()
        let asked = Journal<[String]>()

        func translate(
            _ texts: [String], from: LanguageTag, to: LanguageTag, staysHere: Bool
        ) async -> TranslatedTexts {
            await asked.append(texts)
            if texts.contains("wait") { await gate.pass() }
            if texts.contains("miscount") { return TranslatedTexts(texts: []) }
            return TranslatedTexts(texts: texts.map { $0.uppercased() }, engine: "capitals")
        }

        func pairs() async -> TranslationPairs { TranslationPairs(["es": ["ca", "fr"]]) }
    }

    @Test func aGuestHasItsHostTranslate() async throws {
        let host = try await LoopbackHost.open(translation: CapitalsEngine())
        let anna = LoopbackGuest(.of("anna"), at: host.port)
        await anna.start()
        #expect(try await anna.welcome().translation == SharedTranslation(port: 5_000, connection: true))
        let answer = try await anna.room.translate(["hola", "adiós"], from: "es", to: "ca")
        #expect(answer == TranslatedTexts(texts: ["HOLA", "ADIÓS"], engine: "capitals"))
        #expect(try await anna.room.pairs() == TranslationPairs(["es": ["ca", "fr"]]))
        let wrong = try await anna.room.translate(["miscount"], from: "es", to: "ca")
        #expect(wrong.texts == [nil])
        #expect(wrong.reason != nil)
        await host.server.close()
    }

    @Test func aSlowEngineHoldsNobodyUpAndFourAreAnsweredAtATime() async throws {
        let engine = CapitalsEngine()
        let host = try await LoopbackHost.open(translation: engine)
        let boris = try await LoopbackGuest.join(.of("boris"), at: host)
        let bare = try await BareMember.connect(to: host.port, reading: true)
        try await bare.send(.hello(.of("anna")))
        for n in 1...5 {
            let question = TranslationQuestion(id: "q\(n)", source: "es", target: "ca", texts: ["wait"])
            try await bare.send(.translate(question))
        }
        let (refused, texts) = try await bare.translated()
        #expect(refused == "q5")
        #expect(texts.texts == [nil])
        await boris.says("meanwhile")
        try await boris.sees("meanwhile", from: "boris")
        await engine.gate.open()
        var answered: Set<String> = []
        for _ in 1...4 { answered.insert(try await bare.translated().id) }
        #expect(answered == ["q1", "q2", "q3", "q4"])
        await host.server.close()
    }
}

extension BareMember {
    fileprivate func translated() async throws -> (id: String, TranslatedTexts) {
        try await journal.first("translated") {
            if case .translated(let id, let texts) = $0 { (id, texts) } else { nil }
        }
    }
}

/// Holds whoever comes until it is opened.
private actor Gate {
    private var isOpen = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    func pass() async {
        if !isOpen { await withCheckedContinuation { waiting.append($0) } }
    }

    func open() {
        isOpen = true
        for one in waiting { one.resume() }
        waiting = []
    }
}
