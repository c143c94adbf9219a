import Foundation
import GRDB
import SabirProtocol
import Testing

@testable import SabirHistory

/// What is written, found, cleared and emptied row by row, in a database without a store around it.
@Suite(.timeLimit(.minutes(5))) struct StoredRowsTests {
    private let folder = Folder()
    private let database: HistoryDatabase
    private let room: RoomNumber

    init() async throws {
        database = try HistoryDatabase.open(HistoryFile(path: folder.history), isSynchronous: false)
        room = try await database.open(room: "r1", name: "Reception", epoch: "one").number
    }

    private func message(
        _ seq: Int, _ text: String, from name: String = "Anna", id: MessageID = MessageID(), revision: Revision? = nil
    ) -> Message {
        Message(
            seq: seq, id: id, ts: Clock.start + seq * 1_000, member: MemberID(rawValue: "m-\(name)"), from: name,
            lang: LanguageTag("en")!, text: text, via: "Relay", role: .staff, revision: revision,
            isRetracted: text.isEmpty && revision == nil)
    }

    private func write(_ messages: [Message]) async throws {
        try await database.append(messages.map { HistoryLine(room: room, message: $0) })
    }

    private func texts() async throws -> [String] {
        try await database.lines(room, before: .max, limit: 10_000).map(\.text)
    }

    // MARK: Checkpoints

    /// Pages that were copied still take room in the log, which decides when the writer copies the rest.
    @Test func copiedPagesCountForTheLengthOfTheLog() async throws {
        try await write([message(1, "one")])
        let length = try await database.checkpoint()
        #expect(length > 0)
        #expect(try await database.checkpoint() == length, "copied again, nothing was left to copy")
        try await write([message(2, "two")])
        try await database.checkpointOnWriter()
        try await write([message(3, "three")])
        #expect(try await database.checkpoint() <= length, "the log did not begin anew after it was copied whole")
    }

    // MARK: LineInsertion, LineColumns

    @Test func aLineIsReadAsItWasWritten() async throws {
        let shouted = MessageID("0190A7C2-7D1E-7000-8000-0000000000AA")!
        let lines = [
            message(1, "a '; DROP TABLE message; --", id: shouted),
            message(2, "corrected", revision: .corrects(MessageID())), message(3, "", revision: .retracts(MessageID())),
            message(4, ""), message(5, "مرحبا 👋🏽\nnext"),
        ]
        try await write(lines)
        #expect(try await database.lines(room, before: .max, limit: 9) == lines)
        #expect(try await database.known(LineKey(room, 1))?.id.description == shouted.description)
    }

    @Test func aNumberThatIsThereIsLeftOutOrRefused() async throws {
        let number = room
        let written = try await database.pool.write { database in
            let sender = try database.number(ofSender: "m", name: "Anna", author: 0, room: number.value)
            let skipping = try LineInsertion(database, skippingKnown: true)
            let first = try skipping.run(LineKey(number, 1), self.message(1, "one"), sender: sender)
            let again = try skipping.run(LineKey(number, 1), self.message(1, "two"), sender: sender)
            let strict = try LineInsertion(database, skippingKnown: false)
            #expect(throws: DatabaseError.self) {
                try strict.run(LineKey(number, 1), self.message(1, "three"), sender: sender)
            }
            // What was bound for the one before is not written with the next.
            let next = try strict.run(LineKey(number, 2), self.message(2, "four"), sender: sender)
            return [first, again, next]
        }
        #expect(written == [true, false, true])
        #expect(try await texts() == ["one", "four"])
    }

    // MARK: ClearedRows

    @Test func whatIsClearedIsNotReadByAnybodyAndStaysSo() async throws {
        try await write((1...4).map { message($0, "line \($0)") })
        try await database.markCleared(room, upTo: 3)
        try await database.markCleared(room, upTo: 2)
        #expect(try await texts() == ["line 4"])
        let number = room
        let (last, left, none, isMarked) = try await database.pool.read { database in
            (
                try ClearedRows.last(of: number, in: database),
                try ClearedRows.left(of: LineKey.rows(number), number, in: database),
                try ClearedRows.left(of: LineKey.rows(number, to: 3), number, in: database),
                try ClearedRows.isMarked(database)
            )
        }
        #expect(isMarked && last == LineKey(number, 3).value && none == nil)
        #expect(left?.lowerBound == LineKey(number, 4).value)
        // Its id is known still, its text is not.
        let known = try await database.known(LineKey(room, 2))
        #expect(known != nil && known?.message == nil)
        await #expect(throws: HistoryError.self) {
            try await database.markCleared(RoomNumber(value: 99), upTo: 1)
        }
    }

    // MARK: RoomFilter

    @Test func aFilterIsPutIntoNumbersForEachRoomThatItMeans() async throws {
        try await write([message(1, "one"), message(2, "two", from: "Ana María"), message(3, "three")])
        let other = try await database.open(room: "r2", name: "Ward", epoch: "one").number
        func rooms(_ filter: HistoryFilter) async throws -> [RoomFilter] {
            try await database.pool.read { try RoomFilter.all(filter, in: $0) }
        }
        #expect(try await rooms(HistoryFilter()).map(\.room) == [room, other])
        #expect(try await rooms(HistoryFilter(room: "r2")).map(\.room) == [other])
        let hers = try await rooms(HistoryFilter(person: "ana maria"))
        #expect(hers.map(\.room) == [room] && hers[0].senders?.count == 1)
        #expect(try await rooms(HistoryFilter(person: "m-Anna")).count == 1)
        #expect(try await rooms(HistoryFilter(person: "Nobody")).isEmpty)
        let late = Clock.start + 2_500
        let spanned = try await rooms(HistoryFilter(room: "r1", span: late...late + 1_000))
        #expect(spanned.count == 1 && spanned[0].admits(sender: 1, ts: late) && !spanned[0].admits(sender: 1, ts: 0))
        #expect(try await rooms(HistoryFilter(span: 0...1)).isEmpty)
        #expect(hers[0].conditions.contains("message.sender IN") && spanned[0].conditions.contains("ts BETWEEN"))
        #expect(!hers[0].admits(sender: -1, ts: 0))
    }

    // MARK: Indexing

    @Test func linesAreIndexedOnceEnoughOfThemWait() async throws {
        try await write((1..<Indexing.batch).map { message($0, "waiting") })
        func step() async throws -> Bool { try await database.pool.write { try Indexing.step($0, batch: 40) } }
        func indexed() async throws -> Int? {
            try await database.pool.read { try Int.fetchOne($0, sql: "SELECT indexed FROM room WHERE id = 'r1'") }
        }
        #expect(try await !step())
        try await write([message(Indexing.batch, "Enough")])
        #expect(try await step())
        #expect(try await indexed() == 40)
        // What is left is less than a batch.
        #expect(try await !step())
        let found = try await database.pool.read {
            try Int.fetchOne($0, sql: "SELECT count(*) FROM trigram WHERE trigram MATCH '\"wai\"'")
        }
        #expect(found == 40)
    }

    @Test func aFullBlockHasListsOfItsIDsAndLetters() async throws {
        let last = Int(LineKey.block) - 1
        try await write((1...last).map { message($0, "x") })
        while try await database.pool.write({ try Indexing.step($0, batch: 1_024) }) {}
        let block = LineKey(room, 0).blockStart
        let (ids, grams) = try await database.pool.read { database in
            (
                try Data.fetchOne(database, sql: "SELECT data FROM ids WHERE id = ?", arguments: [block]),
                try Data.fetchOne(database, sql: "SELECT data FROM grams WHERE id = ?", arguments: [block])
            )
        }
        #expect(IDList.decode(try #require(ids), from: block).count == last)
        #expect(Grams.contain(try #require(grams), all: [Grams.key(0x78)]))
        while try await database.pool.write({ try Indexing.merge($0) }) {}
    }

    // MARK: Forgetting

    @Test func emptiedLinesLeaveTheirIDsAlone() async throws {
        try await write([message(1, "one"), message(2, "two", from: "Rosa"), message(3, "three")])
        let number = room
        let step = try await database.pool.write { database in
            try Forgetting(database: database, room: number).step(LineKey.rows(number), "", 2)
        }
        #expect(step?.count == 2 && step?.last == LineKey(number, 2).value)
        #expect(try await texts() == ["three"])
        let known = try await database.known(LineKey(room, 1))
        #expect(known != nil && known?.message == nil)
        #expect(try await database.rooms().map(\.lines) == [1])
        try await database.pool.write { try Forgetting.removeNames($0, of: number) }
        let names = try await database.pool.read { try String.fetchSet($0, sql: "SELECT name FROM sender") }
        #expect(names == ["", "Anna"])
        // The file is to be written anew, also by the next start.
        #expect(try await database.pool.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM block") } == 1)
        try await database.pool.write { try Forgetting.all(of: number, upTo: 3, in: $0) }
        #expect(try await texts().isEmpty)
        #expect(try await database.pool.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM block") } == 0)
    }

    // MARK: Rewriting

    @Test func anotherFileGetsWhatIsLeftAndNothingElse() async throws {
        try await write([message(1, "secret"), message(2, "two"), message(3, "three")])
        let number = room
        try await database.pool.write { database in
            _ = try Forgetting(database: database, room: number).step(LineKey.rows(number, to: 1), "", 9)
        }
        let old = HistoryFile(path: folder.history)
        let rewriting = try Rewriting(of: old)
        #expect(try await rewriting.copy() == 3)
        try await write([message(4, "four")])
        #expect(try await rewriting.copy() == 1)
        try await rewriting.optimize()
        try await rewriting.finish()
        let new = try HistoryDatabase.openForReading(rewriting.file)
        #expect(try await new.lines(room, before: .max, limit: 9).map(\.text) == ["two", "three", "four"])
        try new.discard()
        #expect(FileManager.default.contents(atPath: rewriting.file.path)?.range(of: Data("secret".utf8)) == nil)
        #expect(folder.holding("two").contains("history.sqlite.new"))
    }

    @Test func oneThatFindsNoRoomIsGivenUp() async throws {
        try await write([message(1, "one")])
        let rewriting = try Rewriting(of: HistoryFile(path: folder.history)) { () throws(HistoryError) in
            throw HistoryError.request("Full.")
        }
        await #expect(throws: HistoryError.self) { _ = try await rewriting.copy() }
        rewriting.giveUp()
        #expect(!folder.contents.contains("history.sqlite.new"))
        #expect(try await texts() == ["one"])
    }
}
