import SabirProtocol
import Testing

@testable import SabirClient
@testable import SabirRoom

/// What becomes of what members say.
@Suite struct RoomTalkTests {
    private struct Scene {
        var room: RoomState
        let anna: Member
        let boris: Member

        init(_ settings: RoomSettings = .test()) throws {
            room = RoomState(settings: settings, seed: 1)
            anna = try room.admit(.of("anna", "es"), now: at(0)).member
            boris = try room.admit(.of("boris", "fr"), now: at(0)).member
        }

        mutating func say(_ id: UInt64?, _ text: String, by member: Member, second: Double = 0) -> DraftOutcome {
            let draft = Draft(id: id.map { MessageID.numbered($0) }, text: text)
            return room.accept(draft, from: member.number, now: at(second), wall: 1_000 + Int(second * 1_000))
        }
    }

    @Test func messagesAreNumberedFromOneWithoutAHole() throws {
        var scene = try Scene()
        for n in 1...5 as ClosedRange<UInt64> {
            let message = accepted(scene.say(n, "line \(n)", by: n % 2 == 0 ? scene.boris : scene.anna))
            #expect(message?.seq == Int(n))
        }
        #expect(scene.room.timeline.newest == 5)
    }

    @Test func aMessageCarriesWhoSaidItAndInWhatLanguage() throws {
        var scene = try Scene()
        let message = try #require(accepted(scene.say(1, "hola", by: scene.anna, second: 2)))
        #expect(message.member == scene.anna.info.id)
        #expect(message.from == "anna")
        #expect(message.lang == "es")
        #expect(message.ts == 3_000)
        let draft = Draft(id: .numbered(2), text: "hi", lang: "en", reply: .numbered(1))
        let reply = accepted(scene.room.accept(draft, from: scene.anna.number, now: at(0), wall: 0))
        #expect(reply?.lang == "en")
        #expect(reply?.reply == .numbered(1))
    }

    @Test func withoutAnIdTheHostMakesOne() throws {
        var scene = try Scene()
        let ids = (0..<3).compactMap { _ in accepted(scene.say(nil, "hola", by: scene.anna))?.id }
        #expect(Set(ids).count == 3)
    }

    @Test func aRepeatBySenderIsAnsweredWithWhatWasAccepted() throws {
        var scene = try Scene()
        let first = try #require(accepted(scene.say(1, "hola", by: scene.anna)))
        #expect(accepted(scene.say(2, "bonjour", by: scene.boris)) != nil)
        #expect(repeated(scene.say(1, "another text", by: scene.anna, second: 9)) == first)
        #expect(scene.room.timeline.newest == 2)
    }

    @Test func anotherMembersUseOfAnIdIsRefused() throws {
        var scene = try Scene()
        _ = scene.say(1, "hola", by: scene.anna)
        let fault = refused(scene.say(1, "hola", by: scene.boris))
        #expect(fault == WireFault(.duplicateID, fault?.reason ?? "", fatal: false, id: .numbered(1)))
        #expect(scene.room.timeline.newest == 1)
    }

    @Test func aRepeatIsKnownAfterTheTextIsForgotten() throws {
        var scene = try Scene(.test(kept: 2))
        let first = try #require(accepted(scene.say(1, "hola", by: scene.anna)))
        for n in 2...20 as ClosedRange<UInt64> { _ = scene.say(n, "line", by: scene.boris) }
        #expect(scene.room.timeline[1] == nil)
        #expect(repeated(scene.say(1, "hola", by: scene.anna, second: 9)) == first)
        #expect(refused(scene.say(1, "hola", by: scene.boris))?.code == .duplicateID)
        #expect(scene.room.timeline.newest == 20)
    }

    @Test func aRepeatIsKnownToAReturningDevice() throws {
        var scene = try Scene()
        let first = try #require(accepted(scene.say(1, "hola", by: scene.anna)))
        _ = scene.room.remove(scene.anna.number, connection: scene.anna.connection)
        let back = try scene.room.admit(.of("anna"), now: at(1)).member
        #expect(repeated(scene.say(1, "hola", by: back)) == first)
    }

    @Test func whoIsNotInSaysNothing() throws {
        var scene = try Scene()
        _ = scene.room.remove(scene.anna.number, connection: scene.anna.connection)
        #expect(refused(scene.say(1, "hola", by: scene.anna))?.fatal == true)
        #expect(scene.room.timeline.newest == 0)
    }

    // MARK: The flood limit

    @Test func aFloodIsRefusedUntilTimeHasPassed() throws {
        var scene = try Scene(.test(rate: (perSecond: 2, burst: 3)))
        for n in 1...3 as ClosedRange<UInt64> { #expect(accepted(scene.say(n, "a", by: scene.anna)) != nil) }
        let fault = refused(scene.say(4, "a", by: scene.anna))
        #expect(fault?.code == .tooFast)
        #expect(fault?.fatal == false)
        #expect(fault?.id == .numbered(4))
        #expect(accepted(scene.say(4, "a", by: scene.boris)) != nil, "One member's flood is not another's.")
        #expect(refused(scene.say(5, "a", by: scene.anna, second: 0.6)) != nil, "The refused one comes first.")
        #expect(accepted(scene.say(4, "b", by: scene.anna, second: 0.6)) == nil, "Its id is Boris's by now.")
        #expect(accepted(scene.say(5, "a", by: scene.anna, second: 1.1)) != nil)
    }

    @Test func aRefusedIdIsFreeToBeTriedAgain() throws {
        var scene = try Scene(.test(rate: (perSecond: 1, burst: 1)))
        _ = scene.say(1, "a", by: scene.anna)
        #expect(refused(scene.say(2, "b", by: scene.anna)) != nil)
        #expect(accepted(scene.say(2, "b", by: scene.anna, second: 1))?.seq == 2)
    }

    @Test func aRepeatCostsNothing() throws {
        var scene = try Scene(.test(rate: (perSecond: 1, burst: 1)))
        _ = scene.say(1, "a", by: scene.anna)
        for _ in 0..<10 { #expect(repeated(scene.say(1, "a", by: scene.anna)) != nil) }
    }

    @Test func joiningAgainOverAnotherConnectionFillsNoBucket() throws {
        var scene = try Scene(.test(rate: (perSecond: 1, burst: 1)))
        _ = scene.say(1, "a", by: scene.anna)
        let again = try scene.room.admit(.of("anna"), now: at(0)).member
        #expect(refused(scene.say(2, "b", by: again))?.code == .tooFast)
    }

    // MARK: Coming back

    private func resume(_ scene: Scene, _ seq: Int, epoch: String? = nil) -> Hello.Resume {
        Hello.Resume(epoch: epoch ?? scene.room.timeline.epoch, seq: seq)
    }

    @Test func aReturningMemberGetsExactlyWhatItMissed() throws {
        var scene = try Scene(.test(kept: 5))
        for n in 1...5 as ClosedRange<UInt64> { _ = scene.say(n, "a", by: scene.anna) }
        let missed = scene.room.missed(since: resume(scene, 2))
        #expect(missed.gap == nil)
        #expect(missed.messages.map(\.seq) == [3, 4, 5])
        #expect(scene.room.missed(since: resume(scene, 5)).messages.isEmpty)
        #expect(scene.room.missed(since: resume(scene, 0)).messages.map(\.seq) == [1, 2, 3, 4, 5])
    }

    @Test func whatIsNoLongerKeptIsNamed() throws {
        var scene = try Scene(.test(kept: 3))
        for n in 1...10 as ClosedRange<UInt64> { _ = scene.say(n, "a", by: scene.anna) }
        let missed = scene.room.missed(since: resume(scene, 2))
        #expect(missed.gap == 3...7)
        #expect(missed.messages.map(\.seq) == [8, 9, 10])
        #expect(scene.room.missed(since: resume(scene, 7)).gap == nil)
        #expect(scene.room.missed(since: resume(scene, 6)).gap == 7...7)
    }

    @Test func ofAnotherEpochNothingIsResumed() throws {
        var scene = try Scene()
        _ = scene.say(1, "a", by: scene.anna)
        for resume in [nil, resume(scene, 0, epoch: "other"), resume(scene, 7), resume(scene, .max)] {
            let missed = scene.room.missed(since: resume)
            #expect(missed.gap == nil)
            #expect(missed.messages.isEmpty)
        }
    }
}
