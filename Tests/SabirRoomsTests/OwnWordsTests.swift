import NIOCore
import SabirProtocol
import Testing

@testable import SabirClient
@testable import SabirRoom

/// Lines that their authors correct or take back, among three members.
@Suite struct OwnWordsTests {
    private struct Scene {
        var room: RoomState
        let anna: Member
        let boris: Member
        let doctor: Member

        init(_ settings: RoomSettings = .test(), isEntrusted: Bool = false) throws {
            room = RoomState(
                settings: settings, seed: 1, past: isEntrusted ? RoomPast(epoch: "e", newest: 0) : nil, now: at(0))
            anna = try room.admit(.of("anna"), as: JoinContext(author: AuthorID(value: 1)), now: at(0)).member
            boris = try room.admit(.of("boris"), as: JoinContext(author: AuthorID(value: 2)), now: at(0)).member
            doctor = try room.admit(
                .of("doctor"), as: JoinContext(role: .staff, author: AuthorID(value: 3)), now: at(0)
            ).member
        }

        mutating func say(
            _ id: UInt64, _ text: String = "secret", by member: Member, _ revision: Revision? = nil, wall: Int = 0
        ) -> DraftOutcome {
            room.accept(
                Draft(id: .numbered(id), text: text, revision: revision), from: member.number, now: at(0), wall: wall)
        }

        /// What memory has.
        var texts: [String] { room.timeline.messages.map(\.text) }
    }

    @Test func aCorrectionIsALineOfItsOwnAndTheOldOneStays() throws {
        var scene = try Scene()
        _ = scene.say(1, "one", by: scene.anna)
        let correction = try #require(accepted(scene.say(2, "two", by: scene.anna, .corrects(.numbered(1)))))
        #expect(correction.seq == 2 && correction.text == "two")
        #expect(correction.corrects == .numbered(1) && correction.reply == .numbered(1))
        #expect(scene.texts == ["one", "two"])
    }

    @Test func nothingIsLeftOfWhatIsTakenBackNorOfItsCorrections() throws {
        var scene = try Scene()
        _ = scene.say(1, by: scene.anna)
        _ = scene.say(2, "answer", by: scene.boris)
        _ = scene.say(3, "secret too", by: scene.anna, .corrects(.numbered(1)))
        let retraction = try #require(accepted(scene.say(4, "", by: scene.anna, .retracts(.numbered(1)))))
        #expect(retraction.text.isEmpty && retraction.retracts == .numbered(1))
        #expect(scene.texts == ["", "answer", "", ""])
        #expect(scene.room.timeline.messages.map(\.isRetracted) == [true, false, true, false])
        #expect(scene.room.takeErasedTexts().sorted() == ["secret", "secret too"])
        // Neither to those who were away, nor to newcomers who may read back, nor to a repeat.
        let page = scene.room.page(HistoryRequest(), for: 1)
        #expect(page?.messages.map(\.text) == ["", "answer", "", ""])
        guard case .repeated(let again) = scene.say(1, by: scene.anna) else {
            Issue.record("not answered")
            return
        }
        #expect(again.isRetracted && again.text.isEmpty && again.seq == 1)
    }

    @Test func nobodyElseMayNeitherOthersNorStaff() throws {
        var scene = try Scene()
        _ = scene.say(1, by: scene.anna)
        for other in [scene.boris, scene.doctor] {
            #expect(refusal(scene.say(2, by: other, .retracts(.numbered(1)))) == "not-yours")
            #expect(refusal(scene.say(3, by: other, .corrects(.numbered(1)))) == "not-yours")
        }
        #expect(scene.texts == ["secret"])
    }

    @Test func itIsRefusedWhereItIsTooLateOrNotAllowedOrDoneAlready() throws {
        var scene = try Scene()
        _ = scene.say(1, by: scene.anna, wall: 1_000)
        #expect(refusal(scene.say(2, by: scene.anna, .retracts(.numbered(9)))) == "message-gone")
        #expect(refusal(scene.say(3, by: scene.anna, .corrects(.numbered(1)), wall: 901_001)) == "take-back-late")
        #expect(accepted(scene.say(4, by: scene.anna, .corrects(.numbered(1)), wall: 901_000)) != nil)
        #expect(refusal(scene.say(5, by: scene.anna, .corrects(.numbered(4)))) == "bad-packet")
        #expect(refusal(scene.say(6, by: scene.anna, .retracts(.numbered(4)))) == "bad-packet")
        #expect(accepted(scene.say(7, by: scene.anna, .retracts(.numbered(1)))) != nil)
        #expect(refusal(scene.say(8, by: scene.anna, .retracts(.numbered(1)))) == "taken-back")
        #expect(refusal(scene.say(9, by: scene.anna, .corrects(.numbered(1)))) == "taken-back")
        var settings = RoomSettings.test()
        settings.takeBack = 0
        var strict = try Scene(settings)
        _ = strict.say(1, by: strict.anna)
        #expect(refusal(strict.say(2, by: strict.anna, .retracts(.numbered(1)))) == "no-take-back")
        #expect(strict.room.settings.limits.takeBack == 0)
    }

    @Test func correctionsOfALineAreBounded() throws {
        var scene = try Scene()
        _ = scene.say(1, by: scene.anna)
        for id in 2...21 as ClosedRange<UInt64> {
            #expect(accepted(scene.say(id, by: scene.anna, .corrects(.numbered(1)))) != nil)
        }
        #expect(refusal(scene.say(22, by: scene.anna, .corrects(.numbered(1)))) == "corrected-often")
        #expect(accepted(scene.say(23, by: scene.anna, .retracts(.numbered(1)))) != nil)
        #expect(Set(scene.texts) == [""])
    }

    @Test func whoIsMutedMayTakeBackAndNotCorrect() throws {
        var scene = try Scene()
        _ = scene.say(1, by: scene.anna)
        _ = try scene.room.perform(.mute(scene.anna.info.id), now: at(0), wall: 0)
        #expect(refusal(scene.say(2, by: scene.anna, .corrects(.numbered(1)))) == "muted")
        #expect(accepted(scene.say(3, by: scene.anna, .retracts(.numbered(1)))) != nil)
    }

    @Test func aReportNoLongerHoldsWhatIsTakenBack() throws {
        var scene = try Scene()
        let line = try #require(accepted(scene.say(1, by: scene.anna)))
        _ = try scene.room.report(Report(id: line.id), by: scene.boris.number, now: at(0), wall: 0)
        #expect(scene.room.reports.kept.first?.line?.text == "secret")
        _ = scene.say(2, by: scene.anna, .retracts(line.id))
        #expect(scene.room.reports.kept.first?.line == nil)
    }

    // MARK: A log beyond memory

    @Test func itIsTakenBackOnceTheLogHasErasedIt() throws {
        var scene = try Scene(isEntrusted: true)
        guard case .entrusted(let line) = scene.say(1, by: scene.anna) else { throw Missing() }
        guard case .erasing(let entry) = scene.say(2, "", by: scene.anna, .retracts(line.message.id)) else {
            throw Missing()
        }
        #expect(entry.seq == 1)
        _ = scene.room.settle([line.message])
        // Said again meanwhile, by its author and by another.
        #expect(scene.say(2, "", by: scene.anna, .retracts(line.message.id)) == .awaited)
        #expect(refusal(scene.say(2, "", by: scene.boris, .retracts(line.message.id))) == "duplicate-id")
        #expect(refusal(scene.say(3, by: scene.anna, .corrects(line.message.id))) == "taken-back")
        // What others say is not held up.
        guard case .entrusted(let other) = scene.say(4, "hello", by: scene.boris) else { throw Missing() }
        #expect(other.message.seq == 2)
        let outcome = scene.room.finishErasure(entry, texts: ["secret"], failure: nil, now: at(0), wall: 5)
        guard case .entrusted(let retraction)? = outcome else { throw Missing() }
        #expect(retraction.message.seq == 3 && retraction.message.retracts == line.message.id)
        #expect(scene.texts == [""])
        let settled = scene.room.settle([other.message, retraction.message])
        #expect(settled.last?.repeats == [scene.anna.number])
        #expect(scene.texts == ["", "hello", ""])
    }

    @Test func whatCannotBeErasedIsThereStillAndMayBeTriedAgain() throws {
        var scene = try Scene(isEntrusted: true)
        guard case .entrusted(let line) = scene.say(1, by: scene.anna) else { throw Missing() }
        _ = scene.room.settle([line.message])
        guard case .erasing(let entry) = scene.say(2, "", by: scene.anna, .retracts(line.message.id)) else {
            throw Missing()
        }
        let failed = scene.room.finishErasure(entry, texts: [], failure: "/srv/x: no disk", now: at(0), wall: 5)
        let refused = try #require(failed)
        #expect(refusal(refused) == "not-erased")
        guard case .refused(let fault) = refused else { throw Missing() }
        #expect(!fault.reason.contains("/srv"), "Files of the machine are nobody's in the room.")
        #expect(scene.texts == ["secret"])
        guard case .erasing = scene.say(3, "", by: scene.anna, .retracts(line.message.id)) else { throw Missing() }
    }

    /// The process died between the erasing and the line that tells of it: its author says that again.
    @Test func anEarlierLifeMayHaveErasedIt() throws {
        let line = Message(
            seq: 1, id: .numbered(1), ts: 0, member: MemberID(rawValue: "m1"), from: "anna", lang: "es", text: "x"
        ).retracted
        let past = RoomPast(
            epoch: "e", newest: 1,
            known: [KnownID(id: line.id, seq: 1, ts: 0, author: AuthorID(value: 1), message: line)])
        var room = RoomState(settings: .test(), seed: 1, past: past, now: at(0))
        let anna = try room.admit(.of("anna"), as: JoinContext(author: AuthorID(value: 1)), now: at(0)).member
        let outcome = room.accept(
            Draft(id: .numbered(2), text: "", revision: .retracts(line.id)), from: anna.number, now: at(0), wall: 1)
        guard case .erasing = outcome else { throw Missing() }
    }

    /// The same, where the log kept what was to be told: it is told without its author.
    @Test func whatAnEarlierLifeErasedAndToldNobodyOfIsTold() throws {
        let line = Message(
            seq: 1, id: .numbered(1), ts: 0, member: MemberID(rawValue: "m1"), from: "anna", lang: "es", text: "x"
        ).retracted
        let known = KnownID(id: line.id, seq: 1, ts: 0, author: AuthorID(value: 1), message: line)
        var past = RoomPast(epoch: "e", newest: 2, known: [known])
        past.retractions = [(id: .numbered(2), line: known)]
        var room = RoomState(settings: .test(), seed: 1, past: past, now: at(0))
        let entry = try #require(room.timeline.erasing.first)
        let anna = try room.admit(.of("anna"), as: JoinContext(author: AuthorID(value: 1)), now: at(0)).member
        // Said again before it is told: the same waits for it, another is no use.
        let again = Draft(id: .numbered(2), text: "", revision: .retracts(line.id))
        #expect(room.accept(again, from: anna.number, now: at(0), wall: 1) == .awaited)
        let another = Draft(id: .numbered(3), text: "", revision: .retracts(line.id))
        #expect(refusal(room.accept(another, from: anna.number, now: at(0), wall: 1)) == "taken-back")
        let outcome = room.finishErasure(entry, texts: [], failure: nil, now: at(0), wall: 5)
        guard case .entrusted(let told)? = outcome else { throw Missing() }
        #expect(told.message.seq == 3 && told.message.id == .numbered(2) && told.author == AuthorID(value: 1))
        #expect(told.message.retracts == line.id && told.message.from == "anna")
        #expect(room.timeline.erasing.isEmpty)
    }

    // MARK: Elsewhere

    @Test func aRoomThatFollowsOffersItAndForgetsWithItsAuthority() throws {
        var room = RoomState(settings: .following(), seed: 1, upstream: Upstream(), now: at(0))
        let anna = try room.admit(.of("anna"), as: .by(1), now: at(0)).member
        _ = room.follow(.numbered(1, 1))
        let draft = Draft(id: .numbered(2), text: "", revision: .retracts(.numbered(1)))
        guard case .offered(let line) = room.accept(draft, from: anna.number, now: at(0), wall: 0) else {
            throw Missing()
        }
        #expect(line.revision == .retracts(.numbered(1)))
        _ = room.follow(
            Message(
                seq: 2, id: .numbered(2), ts: 1, member: anna.info.id, from: "anna", lang: "es", text: "",
                revision: .retracts(.numbered(1))))
        #expect(room.timeline.messages.map(\.text) == ["", ""])
        // A host that is met again tells a line that is known here as taken back.
        _ = room.follow(.numbered(3, 3))
        _ = room.follow(Message.numbered(3, 3).retracted)
        #expect(room.timeline[3]?.text == "")
    }

    /// A stream keeps lines and judges nothing: the room does, of lines of its own members wherever they said them.
    @Test func whereItsAuthorityOnlyKeepsLinesTheRoomJudges() throws {
        var room = RoomState(settings: .following(), seed: 1, upstream: Upstream(.stream), now: at(0))
        let joinContext = JoinContext(author: AuthorID(token: "t1"), token: "t1")
        let anna = try room.admit(.of("anna"), as: joinContext, now: at(0)).member
        let boris = try room.admit(
            .of("boris"), as: JoinContext(author: AuthorID(token: "t2"), token: "t2"), now: at(0)
        )
        .member
        // Hers, said at another node by another member id; and a correction of it.
        _ = room.follow(.numbered(1, 1), by: "t1")
        let correction = Message(
            seq: 2, id: .numbered(2), ts: 1, member: MemberID(rawValue: "m77"), from: "anna", lang: "es", text: "two",
            revision: .corrects(.numbered(1)))
        _ = room.follow(correction, by: "t1")
        func say(_ id: UInt64, _ revision: Revision, by member: Member, wall: Int = 0) -> DraftOutcome {
            room.accept(
                Draft(id: .numbered(id), text: "", revision: revision), from: member.number, now: at(0), wall: wall)
        }
        #expect(refusal(say(3, .retracts(.numbered(1)), by: boris)) == "not-yours")
        #expect(refusal(say(4, .retracts(.numbered(9)), by: anna)) == "message-gone")
        #expect(refusal(say(5, .retracts(.numbered(1)), by: anna, wall: 100_000_000)) == "take-back-late")
        guard case .offered(let line) = say(6, .retracts(.numbered(1)), by: anna) else { throw Missing() }
        #expect(line.texts == [.numbered(2)] && line.token == "t1")
        #expect(refusal(say(7, .retracts(.numbered(1)), by: anna)) == "taken-back")
        // Not taken, it may be tried again.
        _ = room.refused(.numbered(6))
        guard case .offered = say(8, .retracts(.numbered(1)), by: anna) else { throw Missing() }
        // One that is on its way itself may be taken back.
        guard
            case .offered = room.accept(
                Draft(id: .numbered(20), text: "oh"), from: anna.number, now: at(0), wall: 0)
        else { throw Missing() }
        guard case .offered = say(21, .retracts(.numbered(20)), by: anna) else { throw Missing() }
        #expect(refusal(say(22, .retracts(.numbered(20)), by: boris)) == "not-yours")
        // A correction that comes behind its retraction is one of nothing.
        let retraction = Message(
            seq: 3, id: .numbered(8), ts: 1, member: anna.info.id, from: "anna", lang: "es", text: "",
            revision: .retracts(.numbered(1)))
        _ = room.follow(retraction, by: "t1")
        let late = Message(
            seq: 4, id: .numbered(30), ts: 1, member: anna.info.id, from: "anna", lang: "es", text: "three",
            revision: .corrects(.numbered(1)))
        _ = room.follow(late, by: "t1")
        #expect(room.timeline.messages.map(\.text) == ["", "", "", ""])
        #expect(room.timeline.shown(late).isRetracted && room.timeline.shown(late).text.isEmpty)
        #expect(room.timeline.shown(late).corrects == .numbered(1) && room.timeline.shown(retraction) == retraction)
        // A node that begins while it is still in the stream keeps nothing of it either.
        let other = Message.numbered(5, 5)
        room.begin(epoch: "e2", newest: 5, past: [correction, retraction, late, other])
        #expect(room.timeline.messages.map(\.text) == ["", "", "", other.text] && !other.text.isEmpty)
        #expect(room.timeline.shown(other) == other)
    }

    @Test func whereItsAuthorityTakesNothingBackNeitherDoesTheRoom() throws {
        var settings = RoomSettings.following()
        settings.takeBack = 0
        var room = RoomState(settings: settings, seed: 1, upstream: Upstream(), now: at(0))
        let anna = try room.admit(.of("anna"), as: .by(1), now: at(0)).member
        for revision in [Revision.retracts(.numbered(1)), .corrects(.numbered(1))] {
            let draft = Draft(id: .numbered(2), text: "x", revision: revision)
            #expect(refusal(room.accept(draft, from: anna.number, now: at(0), wall: 0)) == "no-take-back")
        }
        #expect(room.upstream?.held.lines.isEmpty == true)
    }

    private struct Missing: Error {}
}
