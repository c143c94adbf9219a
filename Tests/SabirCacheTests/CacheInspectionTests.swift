import Foundation
import Testing

@testable import SabirCache

struct CacheInspectionTests {
    let folder = Folder()
    let dependencies = CacheDependencies()

    @Test func withoutAFileThereIsNothingToTellAndNoneIsMade() throws {
        let inspection = CacheInspection(path: folder.cache)
        #expect(try inspection.statistics() == nil)
        #expect(try inspection.clear() == nil)
        #expect(folder.contents.isEmpty)
    }

    @Test func entriesAreCountedByEngineAndPairBesideARunningNode() async throws {
        let cache = dependencies.open(folder.cache)
        for number in 0..<3 { await cache.keep(answer("\(number)"), for: question("\(number)")) }
        await cache.flush()
        dependencies.advance(days: 2)
        await cache.keep(answer("un", by: "deepl"), for: question("uno", to: "fr"))
        await cache.flush()
        let statistics = try #require(try CacheInspection(path: folder.cache).statistics())
        #expect(statistics.entries == 4 && statistics.bytes > 0)
        #expect(statistics.oldest == 1_800_000_000 && statistics.newest == 1_800_172_800)
        #expect(
            statistics.shares == [
                .init(engine: "apertium", source: "es", target: "ca", entries: 3),
                .init(engine: "deepl", source: "es", target: "fr", entries: 1),
            ])
    }

    @Test func clearingLeavesNoWordOnTheDisk() async throws {
        let cache = dependencies.open(folder.cache)
        for number in 0..<200 { await cache.keep(answer("dolor \(number)"), for: question("migraña \(number)")) }
        await cache.flush()
        #expect(folder.holds("migraña"))
        #expect(try CacheInspection(path: folder.cache).clear() == 200)
        #expect(!folder.holds("migraña") && !folder.holds("dolor"))
        // The node that has the file open goes on with it.
        await cache.keep(answer("febre"), for: question("fiebre"))
        await cache.flush()
        #expect(await cache.translation(for: question("fiebre"), by: ["apertium"]) != nil)
    }

    @Test func clearingRemovesWhatIsDamagedToo() throws {
        for suffix in ["", ".damaged"] {
            try Data("migraña, but no database at all".utf8).write(to: URL(fileURLWithPath: folder.cache + suffix))
        }
        let inspection = CacheInspection(path: folder.cache)
        #expect(throws: CacheError.damaged(folder.cache)) { try inspection.statistics() }
        #expect(try inspection.clear() == 0)
        #expect(!folder.holds("migraña"))
    }

    @Test func whatARoomNoLongerHasLeavesNoWordOnTheDisk() async {
        let cache = dependencies.open(folder.cache)
        for number in 0..<200 {
            let (key, room) = (question("migraña \(number)"), number.isMultiple(of: 2) ? "a" : "b")
            await cache.keep(answer("dolor \(number)"), for: key, of: CacheOrigin(room: room, said: number))
        }
        await cache.keep(answer("febre"), for: question("fiebre"), of: CacheOrigin(room: "a", said: 200))
        await cache.keep(answer("tos"), for: question("tos seca"))
        // "a" has only its newest line; "b" was cleared.
        await cache.forgetGone(but: ["a": 200], atOnce: true)
        #expect(!folder.holds("migraña") && !folder.holds("dolor"))
        #expect(await cache.translation(for: question("fiebre"), by: ["apertium"]) != nil)
        #expect(await cache.translation(for: question("tos seca"), by: ["apertium"]) != nil, "of no room")
        await cache.close()
    }

    @Test func whatAnEarlierVersionKeptForRoomsUnknownIsDeleted() async throws {
        try execute(
            """
            CREATE TABLE entry (
                id INTEGER PRIMARY KEY AUTOINCREMENT,
                original TEXT NOT NULL, source TEXT NOT NULL, target TEXT NOT NULL, glossary TEXT NOT NULL,
                engine TEXT NOT NULL, translation TEXT NOT NULL, details TEXT NOT NULL,
                created INTEGER NOT NULL,
                UNIQUE (original, source, target, glossary, engine)
            ) STRICT;
            CREATE INDEX entry_created ON entry (created);
            INSERT INTO entry VALUES (1, 'migraña', 'es', 'ca', '', 'apertium', 'dolor', '{}', 1800000000);
            PRAGMA application_id = \(CacheDatabase.applicationID);
            PRAGMA user_version = 1;
            """, in: folder.cache)
        #expect(folder.holds("migraña"))
        let cache = dependencies.open(folder.cache)
        #expect(await cache.isOnDisk && dependencies.reports.isEmpty)
        #expect(!folder.holds("migraña") && !folder.holds("dolor"))
        await cache.keep(answer("febre"), for: question("fiebre"))
        await cache.flush()
        #expect(await cache.translation(for: question("fiebre"), by: ["apertium"]) != nil)
    }

    @Test func whatExpiredLeavesNoWordOnTheDisk() async {
        let cache = dependencies.open(folder.cache)
        await cache.keep(answer("dolor"), for: question("migraña"))
        await cache.flush()
        dependencies.advance(days: 31)
        await cache.keep(answer("febre"), for: question("fiebre"))
        await cache.close()
        #expect(folder.holds("fiebre"))
        #expect(!folder.holds("migraña") && !folder.holds("dolor"))
    }
}
