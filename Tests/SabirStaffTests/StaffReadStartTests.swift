import Foundation
import NIOCore
import SabirProtocol
import Testing

@testable import SabirCore
@testable import SabirRoom
@testable import SabirNode

/// From which line on staff read along, over restarts and changes of mind.
@Suite struct StaffReadStartTests {
    private func room(_ epoch: String = "e", newest: Int, id: String = "one") -> RoomFacts {
        let settings = RoomSettings(info: RoomInfo(id: id, name: "Reception"))
        return RoomState(
            settings: settings, seed: 1, past: RoomPast(epoch: epoch, newest: newest), now: .uptimeNanoseconds(1)
        ).facts(now: .uptimeNanoseconds(1))
    }

    private func open(_ state: borrowing StateFolder, _ room: RoomFacts, reads: Bool = true) throws -> StaffReadStart? {
        try StaffReadStart.open(room, reads: reads, in: state.path, logger: quiet)
    }

    /// What they may read where it is opened with so many lines behind it.
    private func first(_ state: borrowing StateFolder, _ room: RoomFacts) throws -> Int? {
        var start = try open(state, room)
        return start?.firstReadable(epoch: room.epoch, newest: room.seq)
    }

    @Test func itIsTheFirstLineSinceTheyMayAndStaysThat() throws {
        let state = try StateFolder()
        #expect(try first(state, room(newest: 4)) == 5)
        #expect(try state.mode(of: "sight/one.json") == 0o600)
        #expect(try first(state, room(newest: 90)) == 5)
        #expect(try first(state, room(newest: 90, id: "two")) == 91, "Each room has its own.")
    }

    @Test func whatWasSaidWhileTheyMightNotStaysUnread() throws {
        let state = try StateFolder()
        #expect(try first(state, room(newest: 4)) == 5)
        #expect(try open(state, room(newest: 6), reads: false) == nil)
        #expect(!FileManager.default.fileExists(atPath: state.path + "/sight/one.json"))
        #expect(try first(state, room(newest: 9)) == 10)
    }

    @Test func anotherNumberingBeginsAnew() throws {
        let state = try StateFolder()
        var sight = try #require(try open(state, room(newest: 4)))
        #expect(sight.firstReadable(epoch: "f", newest: 2) == 3)
        #expect(sight.firstReadable(epoch: "f", newest: 8) == 3)
        #expect(try first(state, room("f", newest: 8)) == 3, "It is kept.")
        #expect(try first(state, room("g", newest: 8)) == 9)
    }

    /// Never more than they may: where it is not known, from now on.
    @Test(arguments: ["{", #"{"epoch":"e","from":0}"#, #"{"epoch":"e","from":-3}"#, #"{"epoch":"f","from":1}"#])
    func whatIsNotWhatWasWrittenThereOpensNothing(_ text: String) throws {
        let state = try StateFolder()
        try PrivateFile(path: state.path + "/sight/one.json").write(text)
        #expect(try first(state, room(newest: 7)) == 8)
        #expect(try first(state, room(newest: 9)) == 8, "Written anew.")
    }

    @Test func whereItCannotBeTakenBackTheRoomDoesNotOpen() throws {
        let state = try StateFolder()
        try FileManager.default.createDirectory(
            atPath: state.path + "/sight/one.json", withIntermediateDirectories: true)
        let error = #expect(throws: NodeError.self) { try open(state, room(newest: 1), reads: false) }
        #expect(error?.description.contains("/sight/one.json") == true)
    }

    @Test func whereItCannotBeKeptTheyReadFromNowOn() throws {
        let state = try StateFolder()
        try Data().write(to: URL(filePath: state.path + "/sight"))
        #expect(try first(state, room(newest: 4)) == 5)
        #expect(try first(state, room(newest: 6)) == 7)
    }
}
