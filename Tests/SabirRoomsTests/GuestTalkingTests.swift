import NIOCore
import SabirProtocol
import Testing

@testable import SabirClient
@testable import SabirRoom

/// What a guest says, and what it shows of what it hears.
@Suite struct GuestTalkingTests {
    private func ids(_ numbers: some Sequence<UInt64>) -> [MessageID] { numbers.map { MessageID.numbered($0) } }

    @Test func aDraftGoesOutAtOnceInTheGuestsLanguage() {
        var scene = GuestScene.member()
        let draft = Draft(id: .numbered(1), text: "hola")
        var expected = draft
        expected.lang = "es"
        #expect(scene.feed(.say(draft)) == [.send(.message(expected))])
    }

    @Test func everyDraftGetsAnId() {
        var scene = GuestScene.member()
        #expect(scene.feed(.say(Draft(text: "hola"))).saidIDs.count == 1)
    }

    @Test func itsEchoIsItsAcknowledgement() {
        var scene = GuestScene.member()
        _ = scene.say(1)
        #expect(scene.guest.outbox.drafts.count == 1)
        let echo = GuestScene.message(1, id: 1, by: GuestScene.me)
        #expect(scene.hear(.message(echo)) == [.emit(.message(echo, own: true))])
        #expect(scene.guest.outbox.isEmpty)
        #expect(scene.reconnect().saidIDs.isEmpty)
        #expect(scene.welcome(seq: 1).saidIDs.isEmpty)
    }

    @Test func whatHasNoEchoIsSaidAgainUnderTheSameIdsInOrder() {
        var scene = GuestScene.member()
        for n in 1...3 as ClosedRange<UInt64> { _ = scene.say(n) }
        _ = scene.hear(.message(GuestScene.message(1, id: 2, by: GuestScene.me)))
        _ = scene.reconnect()
        #expect(scene.welcome(seq: 1).saidIDs == ids([1, 3]))
    }

    @Test func whatIsSaidWhileAwayGoesOutOnReturn() {
        var scene = GuestScene.member()
        _ = scene.feed(.disconnected("Gone."))
        #expect(scene.say(1).isEmpty)
        #expect(scene.wait(6) == [.connect])
        #expect(scene.say(2).isEmpty)
        #expect(scene.feed(.connected(room: nil)).saidIDs.isEmpty)
        #expect(scene.say(3).isEmpty)
        #expect(scene.welcome().saidIDs == ids(1...3))
    }

    @Test func anAnswerToARepeatIsShownOnceHoweverOldItsNumber() {
        var scene = GuestScene.member()
        _ = scene.say(1)
        _ = scene.reconnect()
        _ = scene.welcome(seq: 9)
        _ = scene.hear(.gap(1...9))
        let echo = GuestScene.message(4, id: 1, by: GuestScene.me)
        #expect(scene.hear(.message(echo)).events == [.message(echo, own: true)])
        #expect(scene.hear(.message(echo)).isEmpty)
        #expect(scene.guest.position?.seq == 9)
    }

    @Test func aMessageResumedAndAnsweredIsShownOnce() {
        var scene = GuestScene.member()
        _ = scene.say(1)
        _ = scene.reconnect()
        _ = scene.welcome(seq: 1)
        let echo = HostPacket.message(GuestScene.message(1, id: 1, by: GuestScene.me))
        #expect(scene.hear(echo).events.count == 1)
        #expect(scene.hear(echo).isEmpty)
    }

    @Test func aNumberIsShownOnce() {
        var scene = GuestScene.member(seq: 5)
        #expect(scene.hear(.message(GuestScene.message(5, id: 5))).isEmpty)
        #expect(scene.hear(.message(GuestScene.message(6, id: 6))).events.count == 1)
        #expect(scene.hear(.message(GuestScene.message(6, id: 6))).isEmpty)
    }

    @Test func aMessageOfMineFromAnotherTimeIsMyOwn() {
        var scene = GuestScene.member()
        let mine = GuestScene.message(1, id: 8, by: GuestScene.me)
        #expect(scene.hear(.message(mine)) == [.emit(.message(mine, own: true))])
    }

    @Test func aGapIsToldAndCountsAsRead() {
        var scene = GuestScene.member(seq: 2)
        _ = scene.reconnect()
        _ = scene.welcome(seq: 12)
        #expect(scene.hear(.gap(3...7)) == [.emit(.gap(3...7))])
        let next = GuestScene.message(8, id: 8)
        #expect(scene.hear(.message(next)) == [.emit(.message(next, own: false))])
    }

    @Test func aHoleTheHostDidNotNameIsToldAsAGap() {
        var scene = GuestScene.member(seq: 2)
        let late = GuestScene.message(6, id: 6)
        #expect(scene.hear(.message(late)) == [.emit(.gap(3...5)), .emit(.message(late, own: false))])
    }

    // MARK: Limits

    @Test func tooFastPausesAWhileAndTriesAgain() {
        var scene = GuestScene.member()
        _ = scene.say(1)
        #expect(scene.hear(.error(WireFault(.tooFast, "Slower.", id: .numbered(1)))).isEmpty)
        #expect(scene.say(2).isEmpty)
        #expect(scene.wait(0.4).isEmpty)
        #expect(scene.wait(0.1).saidIDs == ids([1, 2]))
    }

    @Test func tooFastForNothingOfMineIsTold() {
        var scene = GuestScene.member()
        let fault = WireFault(.tooFast, "Slower.", id: .numbered(9))
        #expect(scene.hear(.error(fault)) == [.emit(.refused(fault))])
    }

    @Test func aPauseEndsWithTheConnection() {
        var scene = GuestScene.member()
        _ = scene.say(1)
        _ = scene.hear(.error(WireFault(.tooFast, "Slower.", id: .numbered(1))))
        _ = scene.reconnect()
        #expect(scene.welcome().saidIDs == ids([1]))
    }

    @Test func aRefusedDraftIsToldAndNotSaidAgain() {
        var scene = GuestScene.member()
        for n in 0..<33 as Range<UInt64> { _ = scene.say(n) }
        let fault = WireFault(.duplicateID, "Another's.", id: .numbered(0))
        let actions = scene.hear(.error(fault))
        #expect(actions.events == [.refused(fault)])
        #expect(actions.saidIDs == ids([32]), "It made room in the window.")
        _ = scene.reconnect()
        #expect(!scene.welcome().saidIDs.contains(.numbered(0)))
    }

    @Test func aFullOutboxTakesNoMore() {
        var scene = GuestScene.member()
        _ = scene.feed(.disconnected("Gone."))
        for n in 0..<UInt64(Outbox.capacity) { #expect(scene.say(n).isEmpty) }
        let events = scene.say(5_000).events
        guard events.count == 1, case .refused(let fault) = events[0] else {
            Issue.record("it was taken")
            return
        }
        #expect(fault.id == .numbered(5_000))
        #expect(scene.guest.outbox.drafts.count == Outbox.capacity)
    }

    // MARK: Settings and presence

    /// As the host tells it of this guest.
    private static func changed(_ name: String, _ lang: LanguageTag) -> GuestState.Input {
        .packet(.changed(MemberInfo(id: GuestScene.me, name: name, lang: lang), n: 2))
    }

    @Test func aChangeIsSentAtOnceAndInTheNextHelloOnceTheHostHasIt() throws {
        var scene = GuestScene.member()
        let profile = Profile(name: "Anna Maria")
        #expect(scene.feed(.change(profile)) == [.send(.profile(profile))])
        #expect(scene.guest.hello.name == "anna")
        _ = scene.feed(Self.changed("Anna Maria 2", "es"))
        let hello = try #require(scene.reconnect().hello)
        #expect(hello.name == "Anna Maria", "the name that it wanted may be free by then")
        #expect(hello.lang == "es")
        #expect(!scene.welcome().contains(.send(.profile(profile))))
    }

    /// A host that would not have it keeps nobody out for it.
    @Test func aChangeThatWasNotAnsweredBeforeABreakIsAskedForAgain() throws {
        var scene = GuestScene.member()
        _ = scene.feed(.change(Profile(lang: "de")))
        _ = scene.feed(.disconnected("Gone."))
        #expect(scene.feed(.change(Profile(name: "Anna"))).isEmpty)
        _ = scene.wait(6)
        let hello = try #require(scene.feed(.connected(room: nil)).hello)
        #expect(hello.name == "anna" && hello.lang == "es")
        #expect(scene.feed(.change(Profile(lang: "fr"))).isEmpty)
        #expect(scene.welcome().contains(.send(.profile(Profile(name: "Anna", lang: "fr")))))
        _ = scene.feed(Self.changed("Anna", "fr"))
        #expect(scene.guest.hello.name == "Anna" && scene.guest.hello.lang == "fr")
    }

    @Test func aChangeThatWasRefusedIsNotAskedForAgain() {
        var scene = GuestScene.member()
        _ = scene.feed(.change(Profile(lang: "fr")))
        _ = scene.feed(.packet(.error(WireFault(.badLang, "No."))))
        #expect(scene.guest.hello.lang == "es")
        _ = scene.reconnect()
        #expect(!scene.welcome().contains(.send(.profile(Profile(lang: "fr")))))
    }

    /// Its writer said which language it is in.
    @Test func whatIsSaidBehindAChangeIsInThatLanguage() {
        var scene = GuestScene.member()
        _ = scene.feed(.change(Profile(lang: "fr")))
        let sent = scene.feed(.say(Draft(id: .numbered(1), text: "bonjour")))
        #expect(sent == [.send(.message(Draft(id: .numbered(1), text: "bonjour", lang: "fr")))])
    }

    @Test func whoIsAskedOnlyOfAHostThatIsThere() {
        var scene = GuestScene.member()
        #expect(scene.feed(.send([.who(after: GuestScene.me)])) == [.send(.who(after: GuestScene.me))])
        _ = scene.feed(.disconnected("Gone."))
        #expect(scene.feed(.send([.who(after: nil)])).isEmpty)
    }

    @Test func presenceIsToldAsItCame() {
        var scene = GuestScene.member()
        let info = MemberInfo(id: MemberID(rawValue: "m2"), name: "boris", lang: "fr")
        let presence = Presence(n: 200, langs: ["fr": 1], joined: [info])
        let told: [HostPacket] = [
            .joined(info, n: 2), .left(info, n: 1), .changed(info, n: 2), .presence(presence),
            .members([info], more: true),
        ]
        for packet in told { #expect(scene.hear(packet) == [.emit(.packet(packet))]) }
        for packet in [HostPacket.unknown("later"), .pong(nil), .welcome(GuestScene.welcomed(seq: 9))] {
            #expect(scene.hear(packet).isEmpty)
        }
    }
}
