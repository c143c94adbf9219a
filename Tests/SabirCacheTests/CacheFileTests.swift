import Foundation
import Testing

@testable import SabirCache

struct CacheFileTests {
    let folder = Folder()
    let dependencies = CacheDependencies()

    @Test func onlyTheOwnerMayReadIt() async throws {
        let path = folder.path + "/state/translations.sqlite"
        let cache = dependencies.open(path)
        await cache.keep(answer("Bon dia"), for: question("Buenos días"))
        await cache.flush()
        #expect(permissions(folder.path + "/state") == 0o700)
        for suffix in ["", "-wal", "-shm"] { #expect(permissions(path + suffix) == 0o600) }
        await cache.close()
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
        let again = dependencies.open(path)
        #expect(permissions(path) == 0o600)
        await again.close()
    }

    @Test func whatIsNoDatabaseIsMovedAside() async throws {
        try Data("this is no database, however long it may be".utf8).write(to: URL(fileURLWithPath: folder.cache))
        let cache = dependencies.open(folder.cache)
        #expect(await cache.isOnDisk)
        #expect(dependencies.reports.count == 1)
        #expect(
            dependencies.reports[0].contains("is damaged and was moved to \(folder.cache).damaged. A new one is begun.")
        )
        await cache.keep(answer("Bon dia"), for: question("Buenos días"))
        await cache.flush()
        #expect(await cache.translation(for: question("Buenos días"), by: ["apertium"]) != nil)
        #expect(folder.contents.contains("translations.sqlite.damaged"))
    }

    /// The header is sound, so that the damage shows only when an entry is looked for.
    @Test func damageFoundLaterIsMovedAsideAndSaidOnce() async throws {
        let first = dependencies.open(folder.cache)
        for number in 0..<500 { await first.keep(answer("\(number)"), for: question("pregunta \(number)")) }
        await first.close()
        let handle = try #require(FileHandle(forUpdatingAtPath: folder.cache))
        let size = try handle.seekToEnd()
        try handle.seek(toOffset: 4_096)
        try handle.write(contentsOf: Data(repeating: 0xA5, count: Int(size) - 4_096))
        try handle.close()

        let cache = dependencies.open(folder.cache)
        for number in 0..<20 {
            #expect(await cache.translation(for: question("pregunta \(number)"), by: ["apertium"]) == nil)
            await cache.keep(answer("\(number)"), for: question("pregunta \(number)"))
        }
        await cache.flush()
        #expect(await !cache.isOnDisk)
        #expect(dependencies.reports.count == 1, "\(dependencies.reports)")
        #expect(folder.contents.contains("translations.sqlite.damaged"))
        let next = dependencies.open(folder.cache)
        #expect(await next.isOnDisk)
    }

    @Test func aNewerFileIsLeftAlone() async throws {
        await dependencies.open(folder.cache).close()
        try execute("PRAGMA user_version = 3", in: folder.cache)
        let before = FileManager.default.contents(atPath: folder.cache)
        let cache = dependencies.open(folder.cache)
        #expect(await !cache.isOnDisk)
        #expect(dependencies.reports.count == 1)
        #expect(dependencies.reports.first?.contains("newer version of Sabir") == true)
        await cache.keep(answer("Bon dia"), for: question("Buenos días"))
        await cache.close()
        #expect(FileManager.default.contents(atPath: folder.cache) == before)
        #expect(throws: CacheError.newer(folder.cache)) { try CacheInspection(path: folder.cache).clear() }
    }

    @Test func anotherProgramsDatabaseIsLeftAlone() async throws {
        try execute("CREATE TABLE bookmark (url TEXT)", in: folder.cache)
        let before = FileManager.default.contents(atPath: folder.cache)
        let cache = dependencies.open(folder.cache)
        #expect(await !cache.isOnDisk)
        #expect(dependencies.reports.first?.contains("is not a translation cache of Sabir") == true)
        #expect(throws: CacheError.foreign(folder.cache)) { try CacheInspection(path: folder.cache).clear() }
        #expect(FileManager.default.contents(atPath: folder.cache) == before)
    }

    @Test func aPlaceThatCannotBeWrittenIsSaidOnce() async throws {
        try Data().write(to: URL(fileURLWithPath: folder.path + "/file"))
        let cache = dependencies.open(folder.path + "/file/translations.sqlite")
        await cache.keep(answer("Bon dia"), for: question("Buenos días"))
        #expect(await cache.translation(for: question("Buenos días"), by: ["apertium"]) == nil)
        #expect(dependencies.reports.count == 1)
        #expect(dependencies.reports.first?.hasSuffix("Translations are kept in memory only.") == true)
    }
}
