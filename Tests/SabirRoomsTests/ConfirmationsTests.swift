import NIOCore
import SabirProtocol
import Testing

@testable import SabirRoom

/// Translations that an interpreter confirms, among visitors, staff and a second interpreter.
@Suite struct ConfirmationsTests {
    private struct Scene {
        var room: RoomState
        let anna: Member
        let boris: Member
        let doctor: Member
        let rosa: Member

        init(_ settings: RoomSettings = .test()) throws {
            room = RoomState(settings: settings, seed: 1, past: nil, now: at(0))
            anna = try room.admit(.of("anna"), as: JoinContext(author: AuthorID(value: 1)), now: at(0)).member
            boris = try room.admit(.of("boris"), as: JoinContext(author: AuthorID(value: 2)), now: at(0)).member
            doctor = try room.admit(
                .of("doctor"), as: JoinContext(role: .staff, author: AuthorID(value: 3)), now: at(0)
            ).member
            rosa = try room.admit(
                .of("rosa"), as: JoinContext(role: .interpreter, author: AuthorID(value: 4)), now: at(0)
            ).member
        }

        mutating func say(_ id: UInt64, _ text: String = "text", by member: Member, _ revision: Revision? = nil)
            -> DraftOutcome
        {
            room.accept(
                Draft(id: .numbered(id), text: text, lang: "ca", revision: revision), from: member.number, now: at(0),
                wall: 0)
        }

        /// As it comes over the network: the host finds the line that the wording is of.
        mutating func confirm(_ id: UInt64, _ wording: UInt64, _ text: String = "text", by member: Member)
            -> DraftOutcome
        {
            say(id, text, by: member, .confirms(.numbered(wording), of: .numbered(wording)))
        }
    }

    @Test func anInterpretersWordIsALineThatNamesWhatItConfirms() throws {
        var scene = try Scene()
        _ = scene.say(1, "Tome 2", by: scene.anna)
        let line = try #require(accepted(scene.confirm(2, 1, "Prengui'n 2", by: scene.rosa)))
        #expect(line.confirms == .numbered(1) && line.reply == .numbered(1) && line.role == .interpreter)
        #expect(line.text == "Prengui'n 2" && line.lang == "ca" && line.seq == 2)
        #expect(scene.room.welcome(scene.rosa.number).0.confirms)
    }

    @Test func nobodyElseConfirmsUnlessTheRoomLetsStaff() throws {
        var scene = try Scene()
        _ = scene.say(1, by: scene.anna)
        for other in [scene.anna, scene.boris, scene.doctor] {
            #expect(refusal(scene.confirm(2, 1, by: other)) == "not-interpreter")
            #expect(!scene.room.welcome(other.number).0.confirms)
        }
        var settings = RoomSettings.test()
        settings.staffConfirm = true
        var open = try Scene(settings)
        _ = open.say(1, by: open.anna)
        #expect(refusal(open.confirm(2, 1, by: open.boris)) == "not-interpreter")
        #expect(accepted(open.confirm(3, 1, by: open.doctor))?.role == .staff)
    }

    @Test func anInterpreterIsNoStaffAndMayBeMutedLikeAGuest() throws {
        var scene = try Scene()
        _ = scene.say(1, by: scene.anna)
        let joinContext = scene.rosa.joinContext
        #expect(scene.rosa.info.role == .interpreter && !joinContext.isStaffOrRelay && joinContext.isLetThrough)
        _ = try scene.room.perform(.mute(scene.rosa.info.id), now: at(0), wall: 0)
        #expect(refusal(scene.confirm(2, 1, by: scene.rosa)) == "muted")
    }

    @Test func whatIsGoneOrNoMessageOfItsOwnIsNotConfirmed() throws {
        var scene = try Scene()
        _ = scene.say(1, by: scene.anna)
        #expect(refusal(scene.confirm(2, 9, by: scene.rosa)) == "message-gone")
        _ = scene.confirm(3, 1, by: scene.rosa)
        #expect(refusal(scene.confirm(4, 3, by: scene.rosa)) == "bad-packet")
        _ = scene.say(5, "", by: scene.anna, .retracts(.numbered(1)))
        #expect(refusal(scene.confirm(6, 1, by: scene.rosa)) == "taken-back")
        #expect(refusal(scene.confirm(7, 5, by: scene.rosa)) == "bad-packet")
    }

    @Test func aCorrectionIsAWordingAndGoesWithItsLine() throws {
        var scene = try Scene()
        _ = scene.say(1, "one", by: scene.anna)
        _ = scene.say(2, "two", by: scene.anna, .corrects(.numbered(1)))
        let line = try #require(accepted(scene.confirm(3, 2, "dos", by: scene.rosa)))
        #expect(line.confirms == .numbered(2) && line.reply == .numbered(1))
        _ = scene.confirm(4, 1, "un", by: scene.rosa)
        _ = scene.say(5, "", by: scene.anna, .retracts(.numbered(1)))
        #expect(scene.room.timeline.messages.map(\.text) == ["", "", "", "", ""])
        #expect(Set(scene.room.takeErasedTexts()) == ["one", "two", "dos", "un"])
    }

    @Test func whoeverIsForgottenIsForgottenInItsTranslationsToo() throws {
        var scene = try Scene()
        _ = scene.say(1, "one", by: scene.anna)
        _ = scene.say(2, "other", by: scene.boris)
        _ = scene.confirm(3, 1, "un", by: scene.rosa)
        _ = scene.confirm(4, 2, "altre", by: scene.rosa)
        let anna = scene.anna.info.id
        #expect(scene.room.forget { $0.member == anna } == [1, 3])
        #expect(scene.room.timeline.messages.map(\.text) == ["other", "altre"])
    }

    @Test func confirmationsOfALineAreBounded() throws {
        var scene = try Scene()
        _ = scene.say(1, by: scene.anna)
        for id in 2...65 as ClosedRange<UInt64> { #expect(accepted(scene.confirm(id, 1, by: scene.rosa)) != nil) }
        #expect(refusal(scene.confirm(66, 1, by: scene.rosa)) == "confirmed-often")
    }

    @Test func aRepeatIsAnsweredWithTheFirstNumberAndTheLineThatItIsOf() throws {
        var scene = try Scene()
        _ = scene.say(1, by: scene.anna)
        _ = scene.say(2, by: scene.anna, .corrects(.numbered(1)))
        _ = scene.confirm(3, 2, by: scene.rosa)
        guard case .repeated(let again) = scene.confirm(3, 2, by: scene.rosa) else {
            Issue.record("not answered")
            return
        }
        #expect(again.seq == 3 && again.reply == .numbered(1))
    }

    @Test func aHostOfAnOlderReleaseIsAskedForNone() throws {
        var settings = RoomSettings.test()
        settings.takesConfirmations = false
        var scene = try Scene(settings)
        _ = scene.say(1, by: scene.anna)
        #expect(refusal(scene.confirm(2, 1, by: scene.rosa)) == "no-confirming")
        #expect(!scene.room.welcome(scene.rosa.number).0.confirms)
    }
}
