import Foundation
import GRDB
import SabirProtocol
import Testing

@testable import SabirHistory

/// What is told as gone stays gone, whenever the process dies.
@Suite(.serialized)
struct ClearedTests {
    let folder = Folder()
    let clock = Clock()

    private func mark(_ store: HistoryStore, _ room: RoomNumber, upTo seq: Int) async -> HistoryError? {
        await withCheckedContinuation { told in store.markCleared(room, upTo: seq) { told.resume(returning: $0) } }
    }

    @Test func whatIsMarkedIsGoneForEveryReaderOfTheNextLife() async throws {
        let store = openStore(folder, clock)
        let talk = await Talk(store, "one", clock)
        let other = await Talk(store, "two", clock)
        await talk.say((0..<3_000).map { "secret \($0)" })
        await other.say("of another room")
        try await indexAll(store)
        #expect(await mark(store, talk.room.number, upTo: talk.seq) == nil)
        let left = try folder.asIfKilled()
        await store.close()

        let inspection = try HistoryInspection(path: left.history)
        #expect(try await inspection.summaries().map(\.lines) == [0, 1])
        #expect(try await inspection.search(HistoryQuery("secret")).isEmpty)
        #expect(try await inspection.search(HistoryQuery("")).map(\.message.text) == ["of another room"])
        #expect(try await inspection.extent(HistoryFilter(room: "one")).lines == 0)
        #expect(try await inspection.database.lines(talk.room.number, before: .max, limit: 100).isEmpty)
        try await inspection.backUp(to: left.path + "/backup")
        let backup = try #require(FileManager.default.contents(atPath: left.path + "/backup"))
        #expect(backup.range(of: Data("secret".utf8)) == nil)
        inspection.close()

        let next = openStore(left, clock)
        let again = await Talk(next, "one", clock)
        #expect(again.room.past.cleared == talk.seq)
        #expect(again.seq == talk.seq, "the numbering goes on")
        #expect(again.room.past.lines.isEmpty)
        #expect(again.room.past.known.allSatisfy { $0.message == nil })
        #expect(await again.texts().isEmpty)
        #expect(await found("secret", in: next).isEmpty)
        await again.say("new")
        #expect(await again.texts() == ["new"])
        try await next.emptyCleared()
        #expect(await again.texts() == ["new"])
        await next.close()
        #expect(left.holding("secret 2999").isEmpty)
    }

    /// A block that was cleared in part is counted line by line.
    @Test func whatIsSaidBehindTheMarkStays() async throws {
        let store = openStore(folder, clock)
        let talk = await Talk(store, "one", clock)
        await talk.say(["a", "b", "c"])
        async let marked = mark(store, talk.room.number, upTo: 2)
        #expect(await marked == nil)
        await talk.say("d")
        #expect(await talk.texts() == ["c", "d"])
        #expect(await store.summaries().map(\.lines) == [2])
        #expect(await store.lines(talk.room.number, before: .max, limit: 10).map(\.text) == ["c", "d"])
        await store.close()
    }

    @Test func whatCannotBeMarkedIsNotCleared() async throws {
        let store = openStore(folder, clock)
        let talk = await Talk(store, "one", clock)
        await talk.say("still here")
        await store.fall(.behind(folder.history))
        let refusal = await mark(store, talk.room.number, upTo: 1)
        #expect(refusal?.description.contains("cannot be cleared now") == true)
        #expect(await talk.texts() == ["still here"])
        await store.close()
    }

    /// A member was told that the line had had its time; no later life shows it again.
    @Test func whatExpiredWhileNobodyRanTheRoomIsNotReadAtTheOpening() async throws {
        let store = openStore(folder, clock)
        await Talk(store, "one", clock).say("short-lived")
        let left = try folder.asIfKilled()
        await store.close()
        clock.pass(seconds: 120)
        let next = openStore(left, clock)
        let room = await next.open(
            room: "one", name: "one", epoch: "second", rule: RetentionRule(keepFor: 60))
        #expect(room.past.lines.isEmpty)
        #expect(room.past.newest == 1)
        await next.close()
    }

    // MARK: A damaged page

    /// Overwrites the first page of a table: the file itself opens as ever.
    private func damage(_ table: String) throws {
        let queue = try DatabaseQueue(path: folder.history)
        let (page, size) = try queue.inDatabase { database in
            try database.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)")
            let page = try Int.fetchOne(
                database, sql: "SELECT rootpage FROM sqlite_schema WHERE name = ?", arguments: [table])
            return (page ?? 0, try Int.fetchOne(database, sql: "PRAGMA page_size") ?? 0)
        }
        try queue.close()
        #expect(page > 1)
        let file = try FileHandle(forUpdating: URL(fileURLWithPath: folder.history))
        try file.seek(toOffset: UInt64((page - 1) * size))
        try file.write(contentsOf: Data(repeating: 0xA5, count: size))
        try file.close()
    }

    @Test(arguments: ["room", "message", "sender"])
    func aRoomOpenedOverADamagedPageIsInTheNewDatabase(_ table: String) async throws {
        let before = openStore(folder, clock)
        await Talk(before, "one", clock).say((0..<50).map { "old \($0)" })
        await before.close()
        try damage(table)

        let store = openStore(folder, clock)
        let talk = await Talk(store, "one", clock)
        let other = await Talk(store, "two", clock)
        for number in 1...7 { #expect(await talk.say("acknowledged \(number)") == .onDisk) }
        #expect(await other.say("elsewhere") == .onDisk)
        #expect(folder.contents.contains { $0.contains(".damaged-") })
        #expect(await store.summaries().map(\.lines) == [7, 1])
        let left = try folder.asIfKilled()
        await store.close()

        let next = openStore(left, clock)
        let again = await Talk(next, "one", clock)
        #expect(await again.texts() == (1...7).map { "acknowledged \($0)" })
        #expect(try await next.erase(HistoryFilter(room: "one")) == 7)
        await next.close()
    }

    // MARK: A purge without room

    @Test func aPurgeThatHasNoRoomIsNotBegunAndTriedLessAndLessOften() async throws {
        var settings = HistoryStore.Settings(path: folder.history, now: { [clock] in clock.now })
        settings.free = { _ in 1 << 20 }
        settings.forStaff = { _ in 0 }
        let store = HistoryStore(settings, logger: silent)
        let talk = await Talk(store, "one", clock)
        await talk.say("to be cleared")
        await #expect(throws: HistoryError.self) { try await store.clear(talk.room.number, upTo: talk.seq) }
        #expect(await talk.texts().isEmpty)
        #expect(!folder.contents.contains { $0.contains(".new") })
        // One failure told for the first try, and one a minute, two minutes and four minutes later.
        for _ in 0..<8 {
            clock.pass(seconds: 60)
            await store.maintain()
        }
        await store.close()
        var failures = 0
        for await event in store.events {
            if case .purgeFailed(let error) = event, error.code == .diskFull { failures += 1 }
        }
        #expect(failures == 4)
    }

    // MARK: An earlier form

    /// A file of release 0.1.0 is read by the commands before any node has opened it.
    @Test func aHistoryInTheFirstFormIsReadAsItIs() async throws {
        let store = openStore(folder, clock)
        await Talk(store, "one", clock).say("from before")
        await store.close()
        try execute(
            "ALTER TABLE room DROP COLUMN cleared; DELETE FROM grdb_migrations WHERE identifier = 'cleared'",
            in: folder.history)
        let inspection = try HistoryInspection(path: folder.history)
        #expect(try await inspection.search(HistoryQuery("")).map(\.message.text) == ["from before"])
        inspection.close()
        let next = openStore(folder, clock)
        #expect(await Talk(next, "one", clock).texts() == ["from before"])
        await next.close()
    }
}
