import Foundation
import SabirProtocol
import Synchronization
import Testing

@testable import SabirHistory

/// Lines that their authors take back: emptied, and told by a line of their own, whenever the process dies.
struct RetractingTests {
    let folder = Folder()
    let clock = Clock()

    private func retract(
        _ line: HistoryLine, by teller: MessageID, in store: HistoryStore,
        beforeErasing: @escaping @Sendable ([String]) async -> Void = { _ in }
    ) async throws -> [String] {
        try await withCheckedContinuation { continuation in
            store.retract(
                line.message.id, in: line.room, seq: line.message.seq, by: teller, beforeErasing: beforeErasing
            ) { continuation.resume(returning: $0) }
        }.get()
    }

    private func teller(_ id: MessageID, of line: HistoryLine, _ talk: Talk) -> HistoryLine {
        let seq = talk.line("").message.seq
        return HistoryLine(
            room: line.room,
            message: Message(
                seq: seq, id: id, ts: clock.now.wall, member: line.message.member, from: line.message.from,
                lang: line.message.lang, text: "", revision: .retracts(line.message.id)),
            author: line.author)
    }

    /// A process that died when the text was gone and the line that tells of it was not written yet.
    @Test func whatNobodyWasToldOfIsFoundByTheNextLifeUntilItIsTold() async throws {
        let store = openStore(folder, clock)
        let (talk, other) = (await Talk(store, "one", clock), await Talk(store, "two", clock))
        let line = talk.line("geheimwort eins", device: "d")
        await store.append([line, talk.line("stays"), other.line("other room")])
        let id = MessageID()
        #expect(try await retract(line, by: id, in: store) == ["geheimwort eins"])
        #expect(folder.holding("geheimwort").isEmpty)
        await store.close()

        let next = openStore(folder, clock)
        let again = await Talk(next, "one", clock)
        #expect(again.room.past.retractions.map(\.id) == [id])
        let found = try #require(again.room.past.retractions.first?.line)
        #expect(found.id == line.message.id && found.seq == 1 && found.author == line.author)
        #expect(found.message?.isRetracted == true && found.message?.from == "Anna")
        #expect(await Talk(next, "two", clock).room.past.retractions.isEmpty)
        // Asked once more it has nothing to empty, and is told all the same.
        #expect(try await retract(line, by: id, in: next) == [])
        #expect(await next.append(teller(id, of: line, again)) == .onDisk)
        await next.close()

        let last = openStore(folder, clock)
        #expect(await last.open(room: "one", name: "one", epoch: "x").past.retractions.isEmpty)
        await last.close()
    }

    /// What was made of the texts goes before they do: afterwards nobody knows any more what to look for.
    @Test func whoeverKeepsSomethingMadeOfThemIsToldWhileTheyAreThere() async throws {
        let store = openStore(folder, clock)
        let talk = await Talk(store, "one", clock)
        let line = talk.line("geheimwort zwei")
        await store.append([line, talk.line("geheimwort three", reply: line.message.id)])
        let seen = Mutex<[String]>([])
        let folder = folder
        _ = try await retract(line, by: MessageID(), in: store) { texts in
            #expect(!folder.holding("geheimwort zwei").isEmpty)
            seen.withLock { $0 += texts }
        }
        #expect(seen.withLock(\.self) == ["geheimwort zwei"])
        #expect(folder.holding("geheimwort zwei").isEmpty)
        #expect(await talk.texts() == ["", "geheimwort three"])
        await store.close()
    }

    /// Nothing is told of a line that was erased altogether meanwhile.
    @Test func whatIsErasedAltogetherIsNotToldAsTakenBack() async throws {
        let store = openStore(folder, clock)
        let talk = await Talk(store, "one", clock)
        let line = talk.line("geheimwort", from: "Wilhelmina")
        await store.append(line)
        _ = try await retract(line, by: MessageID(), in: store)
        #expect(try await store.erase(HistoryFilter(person: "wilhelmina")) == 1)
        await store.close()
        let next = openStore(folder, clock)
        #expect(await next.open(room: "one", name: "one", epoch: "x").past.retractions.isEmpty)
        await next.close()
    }
}
