import NIOCore
import SabirProtocol
import Testing

@testable import SabirClient
@testable import SabirRoom

/// What a guest asks of its host's engine: every question is resolved, once.
@Suite struct GuestQuestionsTests {
    private func scene(sharing: SharedTranslation? = SharedTranslation(port: nil, connection: true)) -> GuestScene {
        var scene = GuestScene()
        _ = scene.feed(.start)
        _ = scene.feed(.connected(room: nil))
        _ = scene.hear(.welcome(GuestScene.welcomed(sharing: sharing)))
        return scene
    }

    private func question(_ n: Int, _ texts: [String] = ["hola"]) -> TranslationQuestion {
        TranslationQuestion(id: "q\(n)", source: "es", target: "ca", texts: texts)
    }

    private func ask(_ n: Int, seconds: Int64 = 10) -> GuestState.Input {
        .ask(question(n), patience: .seconds(seconds))
    }

    private func fault(_ actions: [GuestState.Action], _ id: String) -> WireFault? {
        for case .resolve(id, .failure(let fault)) in actions { return fault }
        return nil
    }

    @Test func anAnswerResolvesItsQuestion() {
        var scene = scene()
        #expect(scene.feed(ask(1)) == [.send(.translate(question(1)))])
        let answer = TranslatedTexts(texts: ["hola"], engine: "apertium")
        #expect(scene.hear(.translated(id: "q1", answer)) == [.resolve("q1", .success(answer))])
        #expect(scene.hear(.translated(id: "q1", answer)).isEmpty, "Once.")
    }

    @Test func threeAreAskedAtATimeAndTheOthersInTheirTurn() {
        var scene = scene()
        let asked = (1...5).flatMap { scene.feed(ask($0)) }
        #expect(asked == (1...3).map { .send(.translate(question($0))) })
        let answer = TranslatedTexts.untranslated(1, "No.")
        let next = scene.hear(.translated(id: "q2", answer))
        #expect(next == [.resolve("q2", .success(answer)), .send(.translate(question(4)))])
    }

    /// A relay asks for many members; a host without `questions` takes four of it at a time.
    @Test func aRelayAsksMoreAtATimeWhereItsHostSaysSo() {
        for (features, window) in [(Features.ours, 15), ([], 3)] {
            var scene = GuestScene(
                Hello(
                    room: nil, name: "far", lang: "es", device: "a-relays-secret",
                    relay: RelayHello(node: "n", space: 1, side: nil)))
            _ = scene.feed(.start)
            _ = scene.feed(.connected(room: nil))
            let sharing = SharedTranslation(port: nil, connection: true)
            _ = scene.hear(.welcome(GuestScene.welcomed(sharing: sharing, features: features)))
            let asked = (1...20).flatMap { scene.feed(ask($0)) }
            #expect(asked == (1...window).map { .send(.translate(question($0))) })
        }
    }

    @Test func sixteenOfARelayAreAnsweredAtATime() {
        var inFlight = QuestionsInFlight()
        let (relay, member) = (MemberNumber(value: 1), MemberNumber(value: 2))
        for _ in 1...16 { #expect(inFlight.begin(relay, isRelay: true) == nil) }
        #expect(inFlight.begin(relay, isRelay: true)?.hasPrefix("16 of your questions") == true)
        for _ in 1...4 { #expect(inFlight.begin(member) == nil) }
        #expect(inFlight.begin(member) != nil)
        inFlight.end(relay)
        #expect(inFlight.begin(relay, isRelay: true) == nil)
    }

    @Test func pairsAreAskedOnceForAllWhoWait() {
        var scene = scene()
        #expect(scene.feed(.askPairs(patience: .seconds(10))) == [.send(.pairs)])
        #expect(scene.feed(.askPairs(patience: .seconds(10))).isEmpty)
        let pairs = TranslationPairs(["es": ["ca"]])
        #expect(scene.hear(.pairs(pairs)) == [.resolvePairs(.success(pairs))])
        #expect(scene.feed(.askPairs(patience: .seconds(10))) == [.send(.pairs)])
    }

    @Test func withoutAnAnswerTheTimeEnds() {
        var scene = scene()
        _ = scene.feed(ask(1, seconds: 2))
        _ = scene.feed(.askPairs(patience: .seconds(2)))
        #expect(fault(scene.wait(1), "q1") == nil)
        let late = scene.wait(1.5)
        #expect(fault(late, "q1")?.code == .unreachable)
        #expect(late.contains { if case .resolvePairs(.failure) = $0 { true } else { false } })
        #expect(scene.hear(.translated(id: "q1", TranslatedTexts(texts: ["hola"]))).isEmpty)
    }

    @Test func theTimeEndsAlsoWhileNothingIsRead() {
        var scene = scene()
        _ = scene.feed(ask(1, seconds: 2))
        scene.now = scene.now + .seconds(3)
        #expect(fault(scene.feed(.pausedTick), "q1")?.code == .unreachable)
    }

    @Test(arguments: [GuestState.Input.disconnected("Gone."), .leave, .fault(WireFault(.badJSON, "Gone."))])
    func whereTheWayIsLostNoQuestionStaysOpen(input: GuestState.Input) {
        var scene = scene()
        for n in 1...4 { _ = scene.feed(ask(n)) }
        _ = scene.feed(.askPairs(patience: .seconds(10)))
        let actions = scene.feed(input)
        for n in 1...4 { #expect(fault(actions, "q\(n)")?.code == .unreachable) }
        #expect(actions.contains { if case .resolvePairs(.failure) = $0 { true } else { false } })
        #expect(fault(scene.feed(ask(5)), "q5")?.code == .unreachable, "Nor a later one.")
    }

    @Test(arguments: [nil, SharedTranslation(port: 5_000, connection: false)])
    func aHostThatSharesNothingIsNotAsked(sharing: SharedTranslation?) {
        var scene = scene(sharing: sharing)
        let actions = scene.feed(ask(1)) + scene.feed(.askPairs(patience: .seconds(1)))
        #expect(fault(actions, "q1")?.code == .badPacket)
        #expect(actions.count == 2)
        #expect(!actions.contains { if case .send = $0 { true } else { false } })
    }

    @Test func tooMuchIsNotSent() {
        var scene = scene()
        for texts in [[], Array(repeating: "a", count: 17), [String(repeating: "a", count: 8_001)]] {
            let actions = scene.feed(.ask(question(1, texts), patience: .seconds(1)))
            #expect(fault(actions, "q1")?.code == .tooLarge)
            #expect(actions.count == 1)
        }
        for n in 1...Questions.capacity { _ = scene.feed(ask(n)) }
        #expect(fault(scene.feed(ask(99)), "q99")?.code == .tooFast)
    }

    @Test func anAnswerOfAnotherLengthIsNone() {
        var scene = scene()
        _ = scene.feed(ask(1))
        let actions = scene.hear(.translated(id: "q1", TranslatedTexts(texts: ["a", "b"])))
        #expect(fault(actions, "q1")?.code == .badPacket)
    }

    // MARK: Calls

    @Test func callsGoToTheHostAndComeBackAsEvents() throws {
        var scene = scene()
        #expect(scene.feed(.request(.unclear(.numbered(1)), about: .numbered(1))) == [.send(.unclear(.numbered(1)))])
        #expect(scene.feed(.request(.person(nil))) == [.send(.person(nil))])
        #expect(scene.feed(.request(.person(nil, about: .numbered(1)))) == [.send(.person(nil, about: .numbered(1)))])
        let boris = MemberInfo(id: MemberID(rawValue: "m2"), name: "boris", lang: "fr")
        let unclear = Unclear(id: .numbered(1), asker: boris, authorIsPresent: true)
        let call = PersonCall(caller: boris, id: nil, contact: "Extension 12")
        let notice = Notice(text: "Closed at noon", lang: "en", ts: 1)
        let packets = [HostPacket.unclear(unclear), .person(call), .notice(notice), .acted(ModerationEvent(.clear))]
        #expect(packets.flatMap { scene.hear($0).events } == packets.map { .packet($0) })
    }

    @Test func aCallWithoutAConnectionIsRefusedAtOnce() {
        var scene = scene()
        _ = scene.feed(.disconnected("Gone."))
        for packet in [MemberPacket.unclear(.numbered(1)), .person(nil)] {
            guard case .refused(let fault)? = scene.feed(.request(packet)).events.first else {
                Issue.record("not refused")
                return
            }
            #expect(fault.code == .unreachable)
        }
    }

    @Test func whatIsStillOnItsWayIsNotLostByAskingAboutIt() {
        var scene = scene()
        _ = scene.say(1)
        let actions = scene.feed(.request(.unclear(.numbered(1)), about: .numbered(1)))
        #expect(actions.events.count == 1)
        #expect(actions.count == 1)
        #expect(scene.guest.outbox.drafts.count == 1)
    }
}
