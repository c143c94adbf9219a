import Foundation
import SabirProtocol
import Synchronization
import Testing

@testable import SabirHistory

/// Translations that an interpreter confirmed, on disk: they are read as they were told, and go with their line.
struct ConfirmationTests {
    let folder = Folder()
    let clock = Clock()

    /// Anna's line, its correction, and what Rosa confirmed of each; a line of Boris, likewise.
    private func lines(_ talk: Talk) -> [HistoryLine] {
        let first = talk.line("geheimwort eins", lang: "es")
        let second = talk.line(
            "geheimwort zwei", lang: "es", reply: first.message.id, revision: .corrects(first.message.id))
        let other = talk.line("stays", from: "Boris", lang: "es")
        return [first, second, other]
            + [(first, first), (second, first), (other, other)].map { wording, line in
                talk.line(
                    "ca " + wording.message.text, from: "Rosa", lang: "ca", reply: line.message.id, role: .interpreter,
                    revision: .confirms(wording.message.id, of: line.message.id))
            }
    }

    private func retract(_ line: HistoryLine, in store: HistoryStore) async throws -> [String] {
        try await withCheckedContinuation { continuation in
            store.retract(
                line.message.id, in: line.room, seq: line.message.seq, by: MessageID(), beforeErasing: { _ in }
            ) { continuation.resume(returning: $0) }
        }.get()
    }

    @Test func theyAreReadByTheNextLifeAsTheyWereTold() async throws {
        let store = openStore(folder, clock)
        let talk = await Talk(store, "one", clock)
        let lines = lines(talk)
        await store.append(lines)
        await store.close()
        let next = openStore(folder, clock)
        let again = await Talk(next, "one", clock)
        #expect(await next.lines(again.room.number, before: .max, limit: 10) == lines.map(\.message))
        #expect(again.room.past.known.compactMap(\.message?.confirms).count == 3)
        await next.close()
    }

    @Test func nothingIsLeftOfThemOnceTheLineIsTakenBack() async throws {
        let store = openStore(folder, clock)
        let talk = await Talk(store, "one", clock)
        let lines = lines(talk)
        await store.append(lines)
        let gone = try await retract(lines[0], in: store)
        #expect(
            gone.sorted() == ["ca geheimwort eins", "ca geheimwort zwei", "geheimwort eins", "geheimwort zwei"])
        #expect(folder.holding("geheimwort").isEmpty)
        #expect(await talk.texts() == ["", "", "stays", "", "", "ca stays"])
        await store.close()
    }

    @Test func whoeverIsErasedIsErasedInTheWordsOfTheInterpreterToo() async throws {
        let store = openStore(folder, clock)
        let talk = await Talk(store, "one", clock)
        await store.append(lines(talk))
        #expect(try await store.erase(HistoryFilter(person: "anna")) > 0)
        #expect(folder.holding("geheimwort").isEmpty)
        #expect(await talk.texts() == ["stays", "ca stays"])
        await store.close()
    }

    @Test func anExportGivesThePersonsWordsInPlaceOfAMachines() async throws {
        let store = openStore(folder, clock)
        let talk = await Talk(store, "one", clock)
        await store.append(lines(talk))
        await store.close()
        let inspection = try HistoryInspection(path: folder.history)
        defer { inspection.close() }
        let asked = Mutex<[String: [String]]>([:])
        let export = HistoryExport(.jsonLines, title: "one", lang: LanguageTag("ca")) { message, confirmations in
            asked.withLock { $0[message.text] = confirmations.map(\.text) }
            return nil
        }
        var text = ""
        _ = try await inspection.export(HistoryFilter(), as: export) { text += $0 }
        let told = asked.withLock(\.self)
        #expect(told["geheimwort eins"] == ["ca geheimwort eins"])
        #expect(told["geheimwort zwei"] == ["ca geheimwort zwei"], "Each wording has its own.")
        #expect(told["stays"] == ["ca stays"] && told["ca stays"] == [])
        #expect(text.components(separatedBy: "\"confirms\":").count == 4)
    }

    /// A file of the release before has no such column.
    @Test func anOlderFileIsBroughtToTodaysForm() async throws {
        let store = openStore(folder, clock)
        let talk = await Talk(store, "one", clock)
        await talk.say("old")
        await store.close()
        try execute(
            """
            DROP INDEX message_confirms; ALTER TABLE message DROP COLUMN confirms;
            DELETE FROM grdb_migrations WHERE identifier = 'confirms'
            """, in: folder.history)
        let inspection = try HistoryInspection(path: folder.history)
        var text = ""
        _ = try await inspection.export(HistoryFilter(), as: HistoryExport(.text, title: "one")) { text += $0 }
        #expect(text.contains("old"), "Read as it is, by whoever may not change it.")
        inspection.close()
        let next = openStore(folder, clock)
        let again = await Talk(next, "one", clock)
        await next.append(lines(again))
        #expect(await again.texts().last == "ca stays")
        await next.close()
    }
}
