import Logging
import NIOCore
import SabirCore
import SabirProtocol
import Testing

@testable import SabirRoom

/// What reaches a room besides its members' packets: what became of what it wanted done, late, twice, or of somebody who
/// is gone. A room with a log of ten lines, of which its memory has none.
@Suite struct RoomResultsTests {
    private static let time = Room.Time(now: at(0), wall: 1_800_000_000_000)
    /// An id that the log has.
    private static let known = MessageID.numbered(9)

    private var room: Room
    private let anna: HostedRoom.Seat
    private let boris: HostedRoom.Seat

    init() throws {
        var settings = RoomSettings.test()
        settings.newcomersSee = .max
        var sources = RoomSources(token: { $0 })
        sources.mayKnow = { $0 == Self.known }
        sources.storesModeration = true
        room = Room(
            state: RoomState(settings: settings, seed: 1, past: RoomPast(epoch: "e", newest: 10), now: at(0)),
            sources: sources, meter: NoMeter(), logger: Logger(label: "room") { _ in SwiftLogNoOpLogHandler() },
            at: Self.time)
        anna = try room.join(.of("anna"), Room.Entrance(rank: .nobody, address: "10.0.0.1")).get()
        boris = try room.join(.of("boris"), Room.Entrance(rank: .nobody, address: "10.0.0.2")).get()
        room.flush()
        _ = effects(of: &room)
    }

    /// A line of hers that is on its way into the log.
    private mutating func saysSomething(_ text: String) throws -> Message {
        _ = room.handle(.message(Draft(text: text)), from: anna)
        room.flush()
        while let effect = room.nextEffect() {
            if case .append(let lines) = effect { return try #require(lines.last?.message) }
        }
        throw WireFault(.badPacket, "It is not handed over.")
    }

    @Test mutating func aLineIsToldWhenTheLogHasIt() throws {
        let line = try saysSomething("one")
        #expect(line.seq == 11 && room.state.timeline.newest == 10)
        room.finishAppending([line])
        #expect(effects(of: &room) == ["due", "settled", "everybody: one"])
        room.finishAppending([line])
        let again = effects(of: &room)
        #expect(!again.contains("everybody: one"), "Told once.")
        #expect(room.state.timeline.newest == 11)
    }

    @Test mutating func aDraftThatTheLogKnowsIsAnsweredWithItsLineAndNotTakenAgain() {
        _ = room.handle(.message(Draft(id: Self.known, text: "again")), from: anna)
        _ = room.handle(.message(Draft(text: "next")), from: anna)
        #expect(effects(of: &room) == ["ask the log"])
        room.resolveFirstDraft(nil, round: room.deduplicationQueue.round + 1)
        #expect(effects(of: &room).isEmpty, "What is asked for another time does not count.")
        let said = Message(
            seq: 4, id: Self.known, ts: 1, member: anna.member, from: "anna", lang: "es", text: "before")
        let author = room.author(of: .of("anna"))
        room.resolveFirstDraft(KnownID(id: Self.known, seq: 4, ts: 1, author: author, message: said), round: 0)
        #expect(effects(of: &room) == ["\(anna.member): before", "ask nothing"], "The next has its turn.")
        room.resolveFirstDraft(nil, round: 0)
        room.flush()
        #expect(effects(of: &room) == ["due", "append next"])
    }

    @Test mutating func whatTheLogDoesNotKnowIsTaken() {
        _ = room.handle(.message(Draft(id: Self.known, text: "new")), from: anna)
        _ = effects(of: &room)
        room.resolveFirstDraft(nil, round: 0)
        room.flush()
        #expect(effects(of: &room) == ["due", "append new"])
    }

    @Test mutating func aLineIsTakenBackWhenTheLogHasErasedItAndNotWhereItCannot() throws {
        let line = try saysSomething("secret")
        room.finishAppending([line])
        _ = effects(of: &room)
        for id in [MessageID.numbered(1), .numbered(2)] {
            _ = room.handle(.message(Draft(id: id, text: "", revision: .retracts(line.id))), from: anna)
            #expect(effects(of: &room) == ["retract 11"])
            let entry = try #require(room.state.timeline.erasing.first)
            let isErased = id != .numbered(1)
            room.finishErasure(entry, texts: isErased ? ["secret"] : [], failure: isErased ? nil : "full")
            room.flush()
            let done = effects(of: &room)
            if id == .numbered(1) {
                #expect(done.count == 1 && done.first?.hasPrefix("\(anna.member): ") == true, "She is told why not.")
                #expect(room.state.timeline[11]?.text == "secret")
            } else {
                #expect(done == ["due", "append "])
            }
        }
    }

    @Test mutating func olderLinesGoToWhoeverAskedAndStillSitsThere() {
        let page = HistoryPage(before: 11, messages: [.numbered(10, 10)], more: true)
        for seat in [anna, boris] {
            let reply = room.handle(.history(HistoryRequest(limit: 1)), from: seat)
            guard case .nothing = reply else {
                Issue.record("Memory has none of them.")
                return
            }
        }
        #expect(effects(of: &room) == ["read", "read"])
        room.leave(boris)
        _ = effects(of: &room)
        room.answerHistory(with: page, for: boris)
        #expect(effects(of: &room).isEmpty)
        room.answerHistory(with: page, for: anna)
        #expect(effects(of: &room) == ["\(anna.member): lines [10]"])
        _ = room.handle(.history(HistoryRequest(limit: 1)), from: anna)
        _ = effects(of: &room)
        room.answerHistory(with: nil, for: anna)
        #expect(effects(of: &room) == ["\(anna.member): too-fast"], "Out of reach at the moment.")
    }

    @Test mutating func anActThatCannotBeStoredIsDoneAllTheSameAndWhoAskedHearsSo() {
        room.perform(.lock, by: "desk", as: Ticket(number: 7))
        room.perform(.topic("Quiet"), by: "desk", as: Ticket(number: 8))
        #expect(effects(of: &room) == ["store"], "One after the other.")
        room.finishStoringAct("The disk is full.")
        #expect(effects(of: &room) == ["record lock"])
        #expect(!room.state.moderation.isLocked)
        room.carryOutRecordedAct()
        #expect(effects(of: &room) == ["due", "answer 7 not-kept", "everybody: lock", "store"])
        #expect(room.state.moderation.isLocked && room.moderationFailure == "The disk is full.")
        // What is stored for the next one holds all that stands.
        room.finishStoringAct(nil)
        #expect(room.moderationFailure == nil)
        #expect(effects(of: &room) == ["record topic"])
        room.carryOutRecordedAct()
        room.flush()
        #expect(effects(of: &room) == ["due", "answer 8", "everybody: topic"])
        room.finishStoringAct(nil)
        #expect(effects(of: &room).isEmpty, "Of none that is waited for.")
    }

    /// Before the word that everybody hears, by which the act is over.
    @Test mutating func whoOfStaffOrderedItOverAConnectionHearsThatItIsNotKept() throws {
        let nurse = try room.join(.of("nurse"), Room.Entrance(rank: .person("Rosa"), address: "10.0.0.3")).get()
        let judged = Ticket(number: 1)
        _ = room.order(.ban(anna.member, minutes: 5), from: nurse, judged)
        room.order(.ban(anna.member, minutes: 5), from: nurse, as: .person("Rosa"), judged)
        room.flush()
        _ = effects(of: &room)
        room.finishStoringAct("The disk is full.")
        room.carryOutRecordedAct()
        room.flush()
        let done = effects(of: &room)
        let told = try #require(done.firstIndex(of: "\(nurse.member): not-kept"))
        #expect(try #require(done.firstIndex { $0.hasPrefix("everybody: ban") }) > told)
        #expect(done.contains("close \(anna.member) banned"))
        #expect(!done.contains { $0.hasPrefix("\(boris.member): ") }, "Nobody else is told.")
        do throws(WireFault) {
            _ = try room.join(.of("anna"), Room.Entrance(rank: .nobody, address: "10.0.0.1")).get()
            Issue.record("She is in again.")
        } catch {
            #expect(error.code == .banned)
        }
    }

    @Test mutating func whatIsNotKeptIsTriedAgainOneAtATime() {
        func notes(at second: Double, _ room: inout Room) -> Int {
            room.beginTurn(at: Room.Time(now: at(second), wall: Self.time.wall))
            room.tick(ClockReading(wall: 0, steady: 0))
            return effects(of: &room).count { $0 == "note" }
        }
        room.perform(.lock, by: "desk", as: Ticket(number: 7))
        room.finishStoringAct("The disk is full.")
        room.carryOutRecordedAct()
        #expect(notes(at: 9, &room) == 0)
        #expect(notes(at: 10, &room) == 1)
        #expect(notes(at: 60, &room) == 0, "One is on its way.")
        room.finishKeepingModeration("The disk is full.")
        #expect(notes(at: 69, &room) == 0)
        #expect(notes(at: 70, &room) == 1)
        room.finishKeepingModeration(nil)
        #expect(room.moderationFailure == nil)
        #expect(notes(at: 99, &room) == 0)
    }

    /// The log clears when it can; what staff decided besides is stored.
    @Test mutating func aClearThatTheLogCouldNotMarkIsDoneInMemory() {
        room.perform(.clear, by: "desk", as: Ticket(number: 7))
        room.finishStoringAct("The disk is full.")
        room.carryOutRecordedAct()
        room.flush()
        #expect(effects(of: &room).contains("answer 7 not-kept"))
        #expect(room.state.timeline.cleared == 10 && room.moderationFailure == nil)
    }

    @Test mutating func anAnswerOfTheEngineIsForTheSeatThatAsked() throws {
        room.leave(anna)
        let again = try room.join(.of("anna"), Room.Entrance(rank: .nobody, address: "10.0.0.1")).get()
        _ = effects(of: &room)
        room.finishQuestion(with: .pong(nil), for: anna)
        #expect(again.member == anna.member)
        #expect(effects(of: &room).isEmpty)
        room.finishQuestion(with: .pong(nil), for: again)
        #expect(effects(of: &room) == ["\(again.member): pong"])
    }

    @Test mutating func reportsOfAnEarlierRunComeBeforeThoseOfThisOne() {
        func report(_ ts: Int, _ text: String) -> Reported {
            Reported(
                reporter: MemberInfo(id: MemberID(rawValue: "m1"), name: "eva", lang: "es"), id: nil, about: nil,
                name: nil, text: text, ts: ts, staffIsPresent: false)
        }
        room.restore([])
        #expect(effects(of: &room).isEmpty)
        room.restore([report(1, "old")])
        #expect(effects(of: &room).isEmpty, "They are stored as they are.")
        room.restore([report(1, "old"), report(2, "older")])
        #expect(effects(of: &room) == ["reports older old"])
        #expect(room.state.reports.kept.map(\.report.text) == ["older", "old"])
    }
}
