import Foundation
import GRDB
import SabirProtocol
import Synchronization
import Testing

@testable import SabirHistory

struct KeepingTests {
    let folder = Folder()

    @Test func aLineIsThereWhenItsAppendReturns() async throws {
        let store = openStore(folder)
        let talk = await Talk(store)
        let reply = MessageID()
        let line = talk.line(
            "Grüß Gott 你好 👋\nzweite Zeile", lang: "de", id: MessageID("A987FBC9-4BED-4078-8F07-9141BA07C9F3")!,
            reply: reply)
        #expect(await store.append(line) == .onDisk)
        // From another connection: what is not committed could not be read.
        let inspection = try HistoryInspection(path: folder.history)
        let lines = try await inspection.database.lines(talk.room.number, before: .max, limit: 10)
        #expect(lines == [line.message])
        #expect(lines.first?.id.description == "A987FBC9-4BED-4078-8F07-9141BA07C9F3")
        #expect(lines.first?.reply == reply)
        inspection.close()
        await store.close()
    }

    @Test func completionsComeInOrderAndGroupsShareCommits() async throws {
        let store = openStore(folder)
        let talk = await Talk(store)
        let order = Mutex<[Int]>([])
        await withCheckedContinuation { (done: CheckedContinuation<Void, Never>) in
            for number in 1...2_000 {
                store.append([talk.line("line \(number)")]) { _ in
                    let count = order.withLock {
                        $0.append(number)
                        return $0.count
                    }
                    if count == 2_000 { done.resume() }
                }
            }
        }
        #expect(order.withLock { $0 } == Array(1...2_000))
        #expect(await talk.texts() == (1...2_000).map { "line \($0)" })
        await store.close()
    }

    @Test func numberingEpochAndIdsGoOnAfterARestart() async throws {
        let first = openStore(folder)
        let talk = await Talk(first)
        let line = talk.line("hello", device: "secret of Anna's telephone")
        _ = await first.append(line)
        await talk.say("second")
        await first.close()

        let second = openStore(folder)
        let room = await second.open(room: "r1", name: "Room r1", epoch: "another")
        #expect(room.past.newest == 2)
        #expect(room.past.epoch == "first")
        #expect(room.past.lines.map(\.text) == ["hello", "second"])
        #expect(room.past.known.first?.author == second.author(ofDevice: "secret of Anna's telephone"))
        #expect(room.past.authors.map(\.member) == [MemberID(rawValue: "m-Anna")])
        #expect(second.mayKnow(line.message.id, in: room.number))
        #expect(await second.line(line.message.id, in: room.number)?.message == line.message)
        #expect(!second.mayKnow(MessageID(), in: room.number))
        await second.close()
    }

    @Test func theRoleOfALineOutlivesRestartsAndPurges() async throws {
        let store = openStore(folder)
        let talk = await Talk(store)
        _ = await store.append(talk.line("by staff", role: .staff))
        await talk.say("by a guest")
        await talk.say("secret", from: "Eva")
        _ = try await store.erase(HistoryFilter(person: "Eva"))
        await store.close()
        let again = openStore(folder)
        let lines = await again.lines(talk.room.number, before: .max, limit: 5)
        #expect(lines.map(\.role) == [.staff, nil])
        await again.close()
    }

    /// A file of 0.1.0 has no such column.
    @Test func aFileOfAnEarlierVersionIsReadOn() async throws {
        let store = openStore(folder)
        let talk = await Talk(store)
        await talk.say("of before")
        await store.close()
        let queue = try DatabaseQueue(path: folder.history)
        try await queue.write { database in
            try database.execute(sql: "ALTER TABLE message DROP COLUMN role")
            try database.execute(sql: "DELETE FROM grdb_migrations WHERE identifier = 'role'")
        }
        try queue.close()
        // Commands read it as it is, also before a node has brought it to today's form.
        let beside = try HistoryInspection(path: folder.history)
        let read = try await beside.database.lines(talk.room.number, before: .max, limit: 5)
        #expect(read.map(\.text) == ["of before"] && read.map(\.role) == [nil])
        beside.close()
        let again = openStore(folder)
        #expect(await again.state == .fine)
        let next = await Talk(again)
        _ = await again.append(next.line("of now", role: .staff))
        let lines = await again.lines(next.room.number, before: .max, limit: 5)
        #expect(lines.map(\.text) == ["of before", "of now"] && lines.map(\.role) == [nil, .staff])
        await again.close()
    }

    @Test func pagesGoBack() async throws {
        let store = openStore(folder)
        let talk = await Talk(store)
        let other = await Talk(store, "r2")
        await talk.say((1...100).map { "a\($0)" })
        await other.say((1...100).map { "b\($0)" })
        let number = talk.room.number
        #expect(await store.lines(number, before: .max, limit: 3).map(\.text) == ["a98", "a99", "a100"])
        #expect(await store.lines(number, before: 98, limit: 2).map(\.text) == ["a96", "a97"])
        #expect(await store.lines(number, before: 1, limit: 2).isEmpty)
        #expect(await store.summaries().map(\.lines) == [100, 100])
        await store.close()
    }

    @Test func onlyTheOwnerMayReadIt() async throws {
        let nested = Folder(at: folder.path + "/state")
        let store = openStore(nested)
        let talk = await Talk(store)
        await talk.say("hello")
        for name in nested.contents { #expect(permissions(nested.path + "/" + name) == 0o600, "\(name)") }
        await store.close()
    }

    /// Ids from before those told at the opening: of full blocks, which keep them in lists, and of the rest.
    @Test func everyIdIsKnownAfterARestart() async throws {
        let first = openStore(folder)
        let talk = await Talk(first)
        let lines = (0..<12_000).map { talk.line("line \($0)") }
        _ = await first.append(lines)
        await first.catchUp()
        await first.close()
        let second = openStore(folder)
        let room = await second.open(room: "r1", name: "Room r1", epoch: "x")
        #expect(room.past.known.count == HistoryRoom.known)
        #expect(room.past.known.first?.seq == 2_001)
        for line in lines.prefix(2_100) {
            #expect(second.mayKnow(line.message.id, in: room.number))
        }
        for seq in [1, 1_023, 1_024, 1_999, 2_000, 11_999, 12_000] {
            let message = lines[seq - 1].message
            #expect(await second.line(message.id, in: room.number)?.message == message)
        }
        await second.close()
    }

    @Test func aRoomGetsAnotherEpochWhereAMemberKnowsBetter() async throws {
        let first = openStore(folder)
        let talk = await Talk(first)
        await talk.say("hello")
        first.renew(talk.room.number, epoch: "renewed")
        await first.close()
        let second = openStore(folder)
        #expect(await second.open(room: "r1", name: "Room r1", epoch: "x").past.epoch == "renewed")
        await second.close()
    }

    /// What the store is handed after its end is answered, too: nobody waits for ever.
    @Test func aClosedStoreStillAnswers() async throws {
        let store = openStore(folder)
        let talk = await Talk(store)
        await talk.say("before")
        await store.close()
        #expect(await talk.say("after") == .inMemory)
        #expect(await talk.texts() == ["after"])
    }
}
