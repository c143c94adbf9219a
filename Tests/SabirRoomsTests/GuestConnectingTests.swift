import NIOCore
import SabirProtocol
import Testing

@testable import SabirClient
@testable import SabirRoom

/// A guest that joins, is lost and comes back.
@Suite struct GuestConnectingTests {
    private func ended(_ actions: [GuestState.Action]) -> ErrorCode? {
        guard case .emit(.ended(let fault?))? = actions.dropLast(2).last, actions.suffix(2) == [.close, .finish] else {
            return nil
        }
        return fault.code
    }

    private func resume(_ actions: [GuestState.Action]) -> Hello.Resume? {
        actions.hello?.resume
    }

    @Test func itConnectsGreetsAndIsWelcomed() {
        var scene = GuestScene()
        #expect(scene.feed(.start) == [.connect])
        #expect(scene.feed(.connected(room: nil)) == [.send(.hello(.of("anna")))])
        #expect(scene.welcome(seq: 7) == [.emit(.welcome(GuestScene.welcomed(seq: 7)))])
        #expect(scene.guest.phase == .member)
        #expect(scene.guest.position == Hello.Resume(epoch: "one", seq: 7))
    }

    @Test func aFirstConnectThatFailsIsTheEnd() {
        var scene = GuestScene()
        _ = scene.feed(.start)
        #expect(ended(scene.feed(.unreachable("connection refused."))) == .unreachable)
        #expect(scene.feed(.connected(room: nil)).isEmpty)
    }

    @Test func aHostThatNeverAnswersTheFirstHelloIsTheEnd() {
        var scene = GuestScene()
        _ = scene.feed(.start)
        _ = scene.feed(.connected(room: nil))
        #expect(scene.wait(9.9).isEmpty)
        #expect(ended(Array(scene.wait(0.1).dropFirst())) == .unreachable)
    }

    @Test func afterALossItComesBackByItselfAndResumes() {
        var scene = GuestScene.member(seq: 3)
        _ = scene.hear(.message(GuestScene.message(4, id: 4)))
        #expect(scene.feed(.disconnected("Gone.")) == [.emit(.reconnecting(reason: "Gone."))])
        #expect(scene.wait(0.02).isEmpty, "The first wait is at least 25 ms.")
        #expect(scene.wait(0.1) == [.connect])
        #expect(resume(scene.feed(.connected(room: nil))) == Hello.Resume(epoch: "one", seq: 4))
        let back = scene.welcome(seq: 6)
        #expect(back == [.emit(.reconnected(GuestScene.welcomed(seq: 6), resumed: true))])
        #expect(scene.guest.position?.seq == 4, "What was missed is still to come.")
    }

    @Test func aLossIsToldOnceHoweverOftenItTries() {
        var scene = GuestScene.member()
        var events = scene.feed(.disconnected("Gone.")).events
        for _ in 0..<20 {
            #expect(scene.wait(6) == [.connect])
            events += scene.feed(.unreachable("connection refused.")).events
        }
        #expect(events == [.reconnecting(reason: "Gone.")])
    }

    @Test func aWelcomeThatNeverComesIsTriedAgain() {
        var scene = GuestScene.member()
        _ = scene.reconnect()
        #expect(scene.wait(9).isEmpty)
        #expect(scene.wait(1) == [.close])
        #expect(scene.wait(6) == [.connect])
    }

    @Test func everyHelloAsksForTheRoomOfItsDestinationAndNamesTheDevice() throws {
        var scene = GuestScene.member()
        _ = scene.feed(.disconnected("Gone."))
        _ = scene.wait(6)
        let hello = try #require(scene.feed(.connected(room: "room-id")).hello)
        #expect(hello.room == "room-id")
        #expect(hello.device == Hello.of("anna").device)
    }

    @Test func inAnotherEpochItStartsOver() {
        var scene = GuestScene.member(seq: 40)
        _ = scene.reconnect()
        let back = scene.welcome(seq: 2, epoch: "two")
        #expect(back == [.emit(.reconnected(GuestScene.welcomed(seq: 2, epoch: "two"), resumed: false))])
        let message = GuestScene.message(3, id: 9)
        #expect(scene.hear(.message(message)) == [.emit(.message(message, own: false))])
        #expect(resume(scene.reconnect()) == Hello.Resume(epoch: "two", seq: 3))
    }

    @Test func aSilentHostIsPingedAndThenLeft() {
        var scene = GuestScene.member()
        #expect(scene.wait(4.9).isEmpty)
        #expect(scene.wait(0.1) == [.send(.ping(nil))])
        #expect(scene.wait(4).isEmpty)
        #expect(scene.wait(1) == [.send(.ping(nil))])
        let actions = scene.wait(5)
        #expect(actions.first == .close)
        #expect(actions.events.count == 1)
    }

    @Test func aHostThatAnswersIsKept() {
        var scene = GuestScene.member()
        for _ in 0..<20 {
            #expect(scene.wait(5) == [.send(.ping(nil))])
            #expect(scene.hear(.pong(nil)).isEmpty)
        }
        #expect(scene.guest.phase == .member)
    }

    @Test func aHostsPingIsAnsweredWithItsNonce() {
        var scene = GuestScene.member()
        let nonce = Nonce(json: "17")
        #expect(scene.hear(.ping(nonce)) == [.send(.pong(nonce))])
    }

    @Test func whatIsSaidBeforeTheWelcomeIsNotTheRooms() {
        var scene = GuestScene()
        _ = scene.feed(.start)
        _ = scene.feed(.connected(room: nil))
        #expect(scene.hear(.message(GuestScene.message(1, id: 1))).isEmpty)
        #expect(scene.hear(.gap(1...2)).isEmpty)
    }

    // MARK: Errors

    @Test(arguments: [ErrorCode.closing, .tooSlow, .helloTimeout, .roomFull, .noRoom])
    func someEndsOfAConnectionAreNotTheRooms(code: ErrorCode) {
        var scene = GuestScene.member()
        let actions = scene.hear(.error(WireFault(code, "For now.", fatal: true)))
        #expect(actions == [.close, .emit(.reconnecting(reason: "For now."))])
        #expect(scene.wait(6) == [.connect])
    }

    @Test(arguments: [
        ErrorCode.badFrame, .badName, .authFailed, .removed, .banned, .replaced, .protocolVersion, .badJSON,
        ErrorCode(rawValue: "from-the-future"),
    ])
    func othersAre(code: ErrorCode) {
        var scene = GuestScene.member()
        #expect(ended(scene.hear(.error(WireFault(code, "For good.", fatal: true)))) == code)
        #expect(scene.wait(60).isEmpty)
    }

    @Test(arguments: [ErrorCode.closing, .roomFull, .noRoom, .badName])
    func beforeTheFirstWelcomeEveryRefusalIsTheEnd(code: ErrorCode) {
        var scene = GuestScene()
        _ = scene.feed(.start)
        _ = scene.feed(.connected(room: nil))
        #expect(ended(scene.hear(.error(WireFault(code, "No.", fatal: true)))) == code)
    }

    @Test func aFullRoomIsTriedAgainOnTheWayBack() {
        var scene = GuestScene.member()
        _ = scene.reconnect()
        #expect(scene.hear(.error(WireFault(.roomFull, "Full.", fatal: true))) == [.close])
        #expect(scene.wait(6) == [.connect])
    }

    @Test(arguments: [ErrorCode.muted, ErrorCode(rawValue: "from-the-future")])
    func anErrorThatIsNotFatalIsTold(code: ErrorCode) {
        var scene = GuestScene.member()
        let fault = WireFault(code, "Not now.")
        #expect(scene.hear(.error(fault)) == [.emit(.refused(fault))])
        #expect(scene.guest.phase == .member)
    }

    @Test func aHostThatBreaksTheContractIsLeftAndTriedAgain() {
        var scene = GuestScene.member()
        let actions = scene.feed(.fault(WireFault(.badJSON, "Not JSON.", fatal: true)))
        #expect(actions == [.close, .emit(.reconnecting(reason: "Not JSON."))])
    }

    // MARK: The end

    @Test func leavingSaysByeAndEnds() {
        var scene = GuestScene.member()
        #expect(scene.feed(.leave) == [.send(.bye), .emit(.ended(nil)), .close, .finish])
        var away = GuestScene.member()
        _ = away.feed(.disconnected("Gone."))
        #expect(away.feed(.leave) == [.emit(.ended(nil)), .close, .finish])
    }

    @Test func afterTheEndNothingMoreIsDone() {
        var scene = GuestScene.member()
        _ = scene.feed(.leave)
        let inputs: [GuestState.Input] = [
            .start, .connected(room: nil), .unreachable("x"), .disconnected("x"), .fault(WireFault(.badJSON, "x")),
            .tick, .leave,
            .packet(.ping(nil)), .packet(.welcome(GuestScene.welcomed())), .say(Draft(text: "hola")),
            .change(Profile(name: "x")), .send([.who(after: nil)]), .packet(.message(GuestScene.message(1, id: 1))),
        ]
        for input in inputs { #expect(scene.feed(input).isEmpty) }
        #expect(scene.wait(3_600).isEmpty)
    }
}
