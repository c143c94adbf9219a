import SabirProtocol
import Testing

@testable import SabirClient
@testable import SabirRoom

/// A room whose lines are told once its log has them.
@Suite struct RoomLogTests {
    private struct Scene {
        var room: RoomState
        let anna: Member
        let boris: Member

        init(_ settings: RoomSettings = .test(), past: RoomPast = RoomPast(epoch: "e", newest: 0)) throws {
            room = RoomState(settings: settings, seed: 1, past: past, now: at(0))
            anna = try room.admit(.of("anna"), as: JoinContext(author: AuthorID(value: 1)), now: at(0)).member
            boris = try room.admit(.of("boris"), as: JoinContext(author: AuthorID(value: 2)), now: at(0)).member
        }

        mutating func say(_ id: UInt64, by member: Member, second: Double = 0) -> DraftOutcome {
            room.accept(Draft(id: .numbered(id), text: "\(id)"), from: member.number, now: at(second), wall: 7)
        }

        /// The lines handed over, as the log gives them back.
        mutating func lines(_ ids: ClosedRange<UInt64>) -> [Message] {
            ids.compactMap { id in
                if case .entrusted(let line) = say(id, by: anna) { line.message } else { nil }
            }
        }
    }

    private func ahead(_ scene: inout Scene) -> [Timeline.Settled] { scene.room.goAhead() }

    private func settle(_ lines: [Message], _ scene: inout Scene) -> [Timeline.Settled] { scene.room.settle(lines) }

    @Test func nothingIsToldBeforeTheLogHasIt() throws {
        var scene = try Scene()
        let lines = scene.lines(1...3)
        #expect(lines.map(\.seq) == [1, 2, 3])
        #expect(scene.room.timeline.newest == 0)
        #expect(scene.room.facts.seq == 0)
        #expect(settle(Array(lines.prefix(2)), &scene).map(\.message) == Array(lines.prefix(2)))
        #expect(scene.room.timeline.newest == 2)
        #expect(settle([lines[2]], &scene).map(\.message.seq) == [3])
        #expect(scene.room.timeline.isSettled)
    }

    @Test func aLineGoesWithWhatStandsForItsDevice() throws {
        var scene = try Scene()
        guard case .entrusted(let line) = scene.say(1, by: scene.boris) else {
            Issue.record("not handed over")
            return
        }
        #expect(line.author == AuthorID(value: 2))
    }

    @Test func aRepeatOfWhatIsOnItsWayIsAnsweredWhenItIsThere() throws {
        var scene = try Scene()
        let lines = scene.lines(1...2)
        #expect(scene.say(2, by: scene.anna) == .awaited)
        #expect(code(scene.say(2, by: scene.boris)) == .duplicateID)
        let settled = scene.room.settle(lines)
        #expect(settled.map(\.repeats) == [[], [scene.anna.number]])
        #expect(repeated(scene.say(2, by: scene.anna)) == lines[1])
    }

    @Test func aLogThatTakesTooLongIsNotWaitedFor() throws {
        var scene = try Scene()
        let lines = scene.lines(1...2)
        let overdue1 = scene.room.beginGoingAhead(ifOverdue: at(4.9))
        #expect(!overdue1)
        #expect(ahead(&scene).isEmpty)
        let overdue2 = scene.room.beginGoingAhead(ifOverdue: at(5))
        #expect(overdue2)
        #expect(ahead(&scene).map(\.message) == lines)
        let next = scene.lines(3...3)
        let overdue3 = scene.room.beginGoingAhead(ifOverdue: at(60))
        #expect(!overdue3, "It is told once.")
        #expect(ahead(&scene).map(\.message) == next)
        #expect(settle(lines, &scene).isEmpty, "It was told already.")
        #expect(scene.room.timeline.goesAhead)
        #expect(settle(next, &scene).isEmpty)
        #expect(!scene.room.timeline.goesAhead, "The log has caught up.")
        let last = scene.lines(4...4)
        #expect(ahead(&scene).isEmpty)
        #expect(settle(last, &scene).map(\.message.seq) == [4])
    }

    @Test func tooManyLinesAreNotWaitedForEither() throws {
        var scene = try Scene()
        _ = scene.lines(1...UInt64(PendingLines.capacity))
        let overdue4 = scene.room.beginGoingAhead(ifOverdue: at(0))
        #expect(!overdue4)
        _ = scene.lines(30_000...30_000)
        let overdue5 = scene.room.beginGoingAhead(ifOverdue: at(0))
        #expect(overdue5)
    }

    private func past() -> RoomPast {
        let known = (11...15).map { seq in
            let message = Message(
                seq: seq, id: .numbered(UInt64(seq)), ts: seq, member: MemberID(rawValue: "mzz\(seq % 2)"), from: "x",
                lang: "es", text: "old \(seq)")
            return KnownID(
                id: message.id, seq: seq, ts: seq, author: AuthorID(value: Int64(1 + seq % 2)),
                message: seq == 13 ? nil : message)
        }
        return RoomPast(
            epoch: "earlier", newest: 16, known: known,
            authors: [
                (AuthorID(value: 1), MemberID(rawValue: "mzz0")), (AuthorID(value: 2), MemberID(rawValue: "mzz1")),
                (AuthorID(value: 9), MemberID(rawValue: "mzz9")),
            ])
    }

    @Test func aRoomGoesOnWhereItStopped() throws {
        var scene = try Scene(past: past())
        #expect(scene.room.timeline.epoch == "earlier")
        #expect(scene.anna.info.id.rawValue == "mzz0")
        #expect(scene.boris.info.id.rawValue == "mzz1")
        #expect(scene.lines(100...100).map(\.seq) == [17])
        let newcomer = try scene.room.admit(.of("eva"), as: JoinContext(author: AuthorID(value: 5)), now: at(0)).member
        #expect(newcomer.number.value > MemberNumber(MemberID(rawValue: "mzz9"))!.value)
        let missed = scene.room.missed(since: .init(epoch: "earlier", seq: 10))
        #expect(missed.gap == nil)
        #expect(missed.messages.map(\.seq) == [11, 12, 14, 15])
        #expect(missed.packets.compactMap { if case .gap(let gap) = $0 { gap } else { nil } } == [13...13])
    }

    @Test func aRepeatFromBeforeARestartIsAnsweredWithItsFirstNumber() throws {
        var scene = try Scene(past: past())
        #expect(repeated(scene.say(12, by: scene.anna))?.text == "old 12")
        #expect(code(scene.say(12, by: scene.boris)) == .duplicateID)
        let emptied = repeated(scene.say(13, by: scene.boris))
        #expect(emptied?.seq == 13)
        #expect(emptied?.text == "13", "Its text is gone: it comes back as it was repeated.")
    }

    @Test func whatTheLogKnowsOfAnIdIsAnswered() throws {
        var scene = try Scene(past: past())
        let old = Message(
            seq: 2, id: .numbered(500), ts: 3, member: MemberID(rawValue: "m1"), from: "anna", lang: "es", text: "was")
        let known = KnownID(id: old.id, seq: 2, ts: 3, author: AuthorID(value: 1), message: old)
        #expect(scene.room.timeline.isNew(old.id))
        let draft = Draft(id: old.id, text: "is")
        #expect(scene.room.accept(draft, from: scene.anna.number, now: at(0), wall: 0, known: known) == .repeated(old))
        #expect(
            code(scene.room.accept(draft, from: scene.boris.number, now: at(0), wall: 0, known: known)) == .duplicateID)
    }

    @Test func whoHasSeenMoreThanThereIsBeginsAnotherEpochOnce() throws {
        var scene = try Scene(past: past())
        let author = AuthorID(value: 9)
        let ahead = Hello.of("eva", resume: .init(epoch: "earlier", seq: 17))
        let epoch1 = scene.room.renewEpoch(
            for: .of("eva", resume: .init(epoch: "earlier", seq: 16)), author, now: at(0))
        #expect(epoch1 == nil)
        let renewed = scene.room.renewEpoch(for: ahead, author, now: at(899))
        let epoch = try #require(renewed)
        #expect(scene.room.timeline.epoch == epoch && epoch != "earlier")
        let epoch2 = scene.room.renewEpoch(
            for: .of("eva", resume: .init(epoch: epoch, seq: 99)), author, now: at(899))
        #expect(epoch2 == nil)
        // Whoever was away meanwhile hears that lines are missing.
        #expect(scene.room.missed(since: .init(epoch: "earlier", seq: 12), from: 17).packets == [.gap(13...16)])
        #expect(scene.room.missed(since: .init(epoch: "earlier", seq: 16), from: 17).packets.isEmpty)
    }

    /// Nobody who came after the start, and nobody by a word or a token of this start.
    @Test func aStrangerBeginsNoOtherEpoch() throws {
        var room = RoomState(
            settings: .test(), seed: 1, past: past(), tokens: PlainTokens(start: "two"), now: at(0))
        let far = Hello.Resume(epoch: "earlier", seq: 1 << 53)
        let newcomer = JoinContext(author: AuthorID(value: 77))
        let member = try room.admit(.of("olga"), as: newcomer, now: at(0)).member
        let quiet = try room.admit(Hello(room: nil, name: "ivan", lang: "ru"), now: at(0)).member
        let token = room.visibility.token(for: quiet, in: room.timeline)
        func renews(_ hello: Hello, _ author: AuthorID? = nil, second: Double = 0) -> Bool {
            var copy = room
            return copy.renewEpoch(for: hello, author, now: at(second)) != nil
        }
        #expect(!renews(Hello(room: nil, name: "x", lang: "es", resume: far)))
        #expect(!renews(Hello(room: nil, name: "x", lang: "es", resume: far, features: [])))
        #expect(!renews(.of("nobody", resume: far), AuthorID(value: 78)))
        #expect(!renews(.of("olga", resume: far), newcomer.author), "It came after the start.")
        #expect(
            !renews(Hello(room: nil, name: "ivan", lang: "ru", resume: .init(epoch: "earlier", seq: 99, token: token))))
        let before = PlainTokens(start: "one").token(room: room.info.id, epoch: "earlier", first: 5)
        let known = Hello(room: nil, name: "ivan", lang: "ru", resume: .init(epoch: "earlier", seq: 99, token: before))
        #expect(renews(known, second: 899))
        #expect(!renews(known, second: 900), "Only a short while after the start.")
        #expect(renews(.of("anna", resume: far), AuthorID(value: 1)))
        // What is not believed counts as the newest.
        #expect(room.missed(since: far, from: member.firstVisibleSeq).packets.isEmpty)
    }

    @Test func aRoomInMemoryBeginsNoOtherEpoch() {
        var room = RoomState(settings: .test(), seed: 1)
        let epoch = room.renewEpoch(
            for: .of("eva", resume: .init(epoch: room.timeline.epoch, seq: 1)), AuthorID(value: 1), now: .now())
        #expect(epoch == nil)
    }
}
