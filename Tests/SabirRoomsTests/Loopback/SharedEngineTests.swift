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

    @Test func aHostWithoutAnEngineSaysSo() async throws {
        let host = try await LoopbackHost.open()
        let bare = try await BareMember.connect(to: host.port, reading: true)
        try await bare.send(.hello(.of("anna")))
        let welcome = try await bare.journal.first("welcome") { if case .welcome(let w) = $0 { w } else { nil } }
        #expect(welcome.translation == nil)
        let question = TranslationQuestion(id: "q", source: "es", target: "ca", texts: ["hola"])
        for packet in [MemberPacket.translate(question), .pairs] {
            try await bare.send(packet)
            let fault = try await bare.error()
            #expect(fault.code == .badPacket)
            #expect(!fault.fatal)
        }
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

    @Test func anAnswerDoesNotGoToAnotherConnection() async throws {
        let engine = CapitalsEngine()
        let host = try await LoopbackHost.open(translation: engine)
        let first = try await BareMember.connect(to: host.port, reading: true)
        try await first.send(.hello(.of("anna")))
        let old = TranslationQuestion(id: "old", source: "es", target: "ca", texts: ["wait"])
        try await first.send(.translate(old))
        _ = try await engine.asked.first("the question") { $0 }
        let second = try await BareMember.connect(to: host.port, reading: true)
        try await second.send(.hello(.of("anna")))
        _ = try await second.journal.first("welcome") { if case .welcome = $0 { true } else { nil } }
        await engine.gate.open()
        let new = TranslationQuestion(id: "new", source: "es", target: "ca", texts: ["hola"])
        try await second.send(.translate(new))
        #expect(try await second.translated().id == "new")
        await host.server.close()
    }

    @Test func unclearReachesTheAuthorAndWhoAsked() async throws {
        var settings = RoomSettings.test()
        settings.contact = "Extension 12"
        let host = try await LoopbackHost.open(settings)
        let anna = try await LoopbackGuest.join(.of("anna", "es"), at: host)
        let boris = LoopbackGuest(.of("boris", "fr"), at: host.port)
        await boris.start()
        let member = try await boris.welcome().member
        let carla = try await LoopbackGuest.join(.of("carla", "ca"), at: host)
        await anna.says("hola")
        let message = try await boris.sees()

        let info = MemberInfo(id: member, name: "boris", lang: "fr")
        let unclear = Unclear(id: message.id, asker: info, authorIsPresent: true)
        await boris.room.request(.unclear(message.id), about: message.id)
        for guest in [anna, boris] { try await guest.sees(.unclear(unclear)) }
        await boris.room.request(.person(nil))
        let everybody = PersonCall(caller: info, id: nil, contact: "Extension 12")
        for guest in [anna, boris, carla] { try await guest.sees(.person(everybody)) }
        let told = await carla.journal.all.count { event in
            switch event {
            case .packet(.unclear), .packet(.person): true
            default: false
            }
        }
        #expect(told == 1, "What concerns one message concerns two people.")
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
