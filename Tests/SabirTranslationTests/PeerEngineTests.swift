import Foundation
import SabirProtocol
import Synchronization
import Testing

@testable import SabirTranslation

/// A room's host that plays as it is told.
private final class PlayedPeer: PeerEngine {
    enum Play: Sendable {
        case shout
        case hang
        case wrongCount
        case nothing(for: String)
        case empty
        case gone
        case rest(Duration)
        case huge
        case warns([TranslationWarning])
    }

    private struct State {
        var play: Play
        var asked: [[String]] = []
    }

    private let state: Mutex<State>
    private let listed: [LanguagePair]
    let questions: AsyncStream<[String]>
    private let sink: AsyncStream<[String]>.Continuation

    init(_ play: Play = .shout, pairs: [(String, String)] = [("es", "ca"), ("es", "fr")]) {
        state = Mutex(State(play: play))
        listed = pairs.map { LanguagePair(from: tag($0), to: tag($1)) }
        (questions, sink) = AsyncStream.makeStream()
    }

    func play(_ play: Play) { state.withLock { $0.play = play } }

    /// Without the canary.
    var asked: [[String]] { state.withLock { $0.asked.filter { $0 != ["taxi"] } } }

    func pairs() async throws -> [LanguagePair] {
        if case .gone = state.withLock(\.play) { throw CancellationError() }
        return listed
    }

    private func texts(_ texts: [String]) async throws -> [String?] {
        let play = state.withLock { state in
            state.asked.append(texts)
            return state.play
        }
        let shouted: [String?] = texts.map { $0.uppercased() }
        if texts == ["taxi"], !play.harmsChecks { return shouted }
        sink.yield(texts)
        switch play {
        case .shout: return shouted
        case .hang:
            // Ends when the task is cancelled, and only then.
            let (silence, end) = AsyncStream<Never>.makeStream()
            for await _ in silence {}
            end.finish()
            throw CancellationError()
        case .wrongCount: return shouted + ["MORE"]
        case .nothing(let text): return texts.map { $0 == text ? nil : $0.uppercased() }
        case .empty: return texts.map { _ in " " }
        case .gone: throw CancellationError()
        case .rest(let time): throw EngineFailure.resting(time)
        case .huge: return texts.map { _ in String(repeating: "x", count: 100_000) }
        case .warns: return shouted
        }
    }

    func answer(_ texts: [String], from: LanguageTag, to: LanguageTag) async throws -> PeerTranslation {
        let answer = try await self.texts(texts)
        guard case .warns(let warnings) = state.withLock(\.play) else { return PeerTranslation(texts: answer) }
        return PeerTranslation(texts: answer, warnings: [texts.count - 1: warnings])
    }
}

extension PlayedPeer.Play {
    /// Whether checks fare as readers' lines do.
    fileprivate var harmsChecks: Bool {
        switch self {
        case .gone, .rest: true
        default: false
        }
    }
}

@Suite(.timeLimit(.minutes(5))) struct PeerEngineTests {
    private func line(_ translator: Translator, _ text: String, to: LanguageTag = catalan) async -> TranslationOutcome {
        await translator.translate(text, from: spanish, to: to)
    }

    @Test func aHostTranslatesWholeTextsAndIsNamed() async {
        let (peer, translator) = (PlayedPeer(), Translator([], limits: .patient))
        await translator.adopt(peer)
        let line = await line(translator, "Tome 500 mg a las 7:30.\n\nEscriba a ana@example.org")
        #expect(line.text == "TOME 500 MG A LAS 7:30.\n\nESCRIBA A ANA@EXAMPLE.ORG" && line.engine == "host")
        #expect(line.state == .translated && line.pivots.isEmpty)
        #expect(peer.asked == [["Tome 500 mg a las 7:30.\n\nEscriba a ana@example.org"]])
        #expect(await translator.offers(from: spanish, to: french) == .translated(engine: "host"))
        #expect(
            await translator.offers(from: spanish, to: tag("ar"))
                == .not(.pairNotOffered(from: spanish, to: tag("ar"))))
        await translator.close()
    }

    @Test func theHostsEngineIsNamedOnceThroughAChain() {
        #expect(PeerClient.label("host", nil) == "host" && PeerClient.label("host", "host") == "host")
        #expect(PeerClient.label("host", "apertium") == "host (apertium)")
        #expect(PeerClient.label("host", "host (apertium)") == "host (apertium)")
        #expect(PeerClient.label("host", String(repeating: "x", count: 1_000)).count < 80)
    }

    @Test func itsAnswersAreCheckedAsAnyEngines() async {
        let translator = Translator([], limits: .patient)
        await translator.adopt(PlayedPeer(.shout))
        let same = await line(translator, "unos aviones grandes")
        #expect(same.warnings.map(\.kind) == [.echoed])
        await translator.close()
    }

    /// What only the host can know (its engine's marks, its glossary) and what both find, which is said once.
    @Test func whatItWarnsOfReachesTheReaderOnce() async {
        let form = TranslationWarning(kind: .wordForm, words: ["cada"])
        let echoed = TranslationWarning(kind: .echoed)
        let translator = Translator([], limits: .patient)
        await translator.adopt(PlayedPeer(.warns([form, echoed])))
        #expect(await line(translator, "unos aviones grandes").warnings == [form, echoed])
        #expect(await line(translator, "unos aviones grandes").cached)
        #expect(await line(translator, "unos aviones grandes").warnings == [form, echoed])
        await translator.close()
    }

    @Test func itIsAskedLastAndOnlyWhereItMayBe() async throws {
        let server = try FaultServer(wellBehaved)
        let peer = PlayedPeer()
        let translator = Translator([EndpointConfiguration(kind: .apertium, url: server.url)], limits: .patient)
        await translator.adopt(peer)
        #expect(await line(translator, "hola").engine == "apertium")
        #expect(await line(translator, "hola", to: french).engine == "host")
        let other = await translator.translate("adiós", from: spanish, to: french, mayAskPeer: false)
        #expect(other.reason == .pairNotOffered(from: spanish, to: french))
        // What the host said once serves its own room alone.
        let kept = await translator.translate("hola", from: spanish, to: french, mayAskPeer: false)
        #expect(kept.reason == .pairNotOffered(from: spanish, to: french))
        #expect(await line(translator, "hola", to: french).cached)
        #expect(peer.asked == [["hola"]])
        await translator.close()
        server.stop()
    }

    @Test func aHostThatHangsIsNotWaitedForBeyondItsTimeAndThenNotAtAll() async {
        let peer = PlayedPeer(.hang)
        // It answers checks: one while the lines are asked would let it in again.
        var limits = Translator.Limits.patient
        limits.breaker.firstUnwellDelay = .seconds(600)
        limits.breaker.longestUnwellDelay = .seconds(600)
        let translator = Translator([], limits: limits)
        var patience = PeerClient.Patience()
        patience.translation = .milliseconds(50)
        await translator.adopt(PeerClient(peer, name: "host", patience: patience))
        for text in ["uno", "dos", "tres"] { #expect(await line(translator, text).reason == .timedOut(engine: "host")) }
        #expect(await line(translator, "cuatro").reason == .unreachable(engine: "host"))
        #expect(peer.asked.count == 3)
        await translator.close()
    }

    @Test(arguments: [PlayedPeer.Play.wrongCount, .empty, .huge])
    private func aHostThatLiesIsNotShown(play: PlayedPeer.Play) async {
        let translator = Translator([], limits: .patient)
        await translator.adopt(PlayedPeer(play))
        let line = await line(translator, "hola")
        #expect(line.reason == .badAnswer(engine: "host") && line.text == nil)
        await translator.close()
    }

    @Test func aTextThatItCannotTranslateSpoilsNoOtherAndRestsNothing() async {
        let peer = PlayedPeer(.nothing(for: "dos"))
        let translator = Translator([], limits: .patient)
        await translator.adopt(peer)
        for _ in 0..<4 { #expect(await line(translator, "dos").reason == .noTranslation(engine: "host")) }
        #expect(await line(translator, "uno").text == "UNO")
        await translator.close()
    }

    @Test func aHostThatIsGoneIsKnownAtOnceAndFoundAgain() async {
        let peer = PlayedPeer()
        let translator = Translator([], limits: .patient)
        await translator.adopt(peer)
        #expect(await line(translator, "hola").text == "HOLA")
        peer.play(.gone)
        let events = await translator.events()
        #expect(await line(translator, "adiós").reason == .unreachable(engine: "host"))
        #expect(await first(of: events, where: \.isDown) != nil)
        peer.play(.shout)
        let later = await translator.events()
        #expect(await first(of: later, where: \.isUp) == .up("host"))
        #expect(await line(translator, "adiós").text == "ADIÓS")
        await translator.close()
    }

    @Test func aHostThatAsksForPatienceRests() async {
        let translator = Translator([], limits: .patient)
        let peer = PlayedPeer()
        await translator.adopt(peer)
        _ = await line(translator, "hola")
        peer.play(.rest(.seconds(30)))
        for text in ["uno", "dos"] {
            guard case .resting("host", _)? = await line(translator, text).reason else {
                Issue.record("it does not rest")
                continue
            }
        }
        #expect(peer.asked == [["hola"], ["uno"]])
        await translator.close()
    }

    @Test func dismissedItReleasesWhoWaitsAndIsForgotten() async {
        let peer = PlayedPeer()
        let translator = Translator([], limits: .patient)
        let events = await translator.events()
        await translator.adopt(peer)
        #expect(await line(translator, "hola").text == "HOLA")
        peer.play(.hang)
        async let waiting = line(translator, "adiós")
        _ = await peer.questions.first { $0 == ["adiós"] }
        await translator.dismiss(name: "other")
        await translator.dismiss()
        #expect(await waiting.text == nil)
        #expect(await line(translator, "hola").reason == .noEngine)
        #expect(await first(of: events, where: \.isDown) == .down("host", reason: "is no longer there"))
        await translator.close()
    }

    @Test func aSecondTakesTheFirstOnesPlace() async {
        let (one, two) = (PlayedPeer(), PlayedPeer())
        let translator = Translator([], limits: .patient)
        await translator.adopt(one, name: "one")
        #expect(await line(translator, "hola").engine == "one")
        await translator.adopt(two, name: "two")
        let line = await line(translator, "hola")
        #expect(line.engine == "two" && !line.cached)
        #expect(await translator.standings() == [.up("two")])
        await translator.close()
        await translator.adopt(one)
        #expect(await self.line(translator, "adiós").reason == .stopped)
    }
}

/// The host's side of the same.
@Suite(.timeLimit(.minutes(5))) struct SharedEngineTests {
    @Test func textsAreTranslatedInOrderByOwnEnginesAlone() async throws {
        let server = try FaultServer(wellBehaved)
        let translator = Translator([EndpointConfiguration(kind: .apertium, url: server.url)], limits: .patient)
        let peer = PlayedPeer()
        await translator.adopt(peer)
        let texts = (0..<40).map { "línea número \($0)" }
        let shouted = await translator.translateShared(texts, from: spanish, to: catalan)
        #expect(shouted.map(\.text) == texts.map { $0.uppercased() })
        let missing = await translator.translateShared(["hola", "7"], from: spanish, to: french)
        #expect(missing.map(\.text) == [nil, "7"])
        #expect(peer.asked.isEmpty)
        let lines = await translator.translateShared(["hola"], from: spanish, to: french)
        #expect(lines.map(\.reason) == [.pairNotOffered(from: spanish, to: french)])
        #expect(await translator.translateShared([], from: spanish, to: catalan).isEmpty)
        await translator.close()
        server.stop()
    }

    @Test func whatIsOfferedIsWhatOwnEnginesTranslateChainsIncluded() async throws {
        let server = try FaultServer(wellBehaved)
        let translator = Translator([EndpointConfiguration(kind: .apertium, url: server.url)], limits: .patient)
        await translator.adopt(PlayedPeer(pairs: [("es", "ar")]))
        #expect(await translator.offeredPairs().isEmpty)
        _ = await translator.standings()
        #expect(await translator.offeredPairs() == ["ca": ["es"], "en": ["ca", "es"], "es": ["ca"]])
        await translator.close()
        server.stop()
    }

    @Test func languagesThatAreReadAlikeAreNoPairAndBarredOnesAreNotOffered() async throws {
        let server = try FaultServer { request in
            .json(pairList("spa-cat cat-cat_valencia spa-por por-por_BR"))
        }
        let some = EndpointConfiguration(
            kind: .apertium, url: server.url, languages: [spanish, catalan])
        let client = EngineClient(some, traffic: CurlWorkers(count: 1), probes: CurlWorkers(count: 1))
        var state = EngineState(client: client, breaker: CircuitBreaker(now: .now))
        _ = state.learn(try await client.pairs())
        #expect(state.offered() == [spanish: [catalan, tag("ca-valencia")], catalan: []])
        await client.close()
        server.stop()
    }
}
