import Foundation
import Logging
import SabirTranslation

/// The translator's cache on disk: `CacheStore` behind the translator's own protocol.
///
/// Off unless the configuration asks for it, as it lays messages down in plain text, in a file of the state directory
/// that only the node's user can read.
package struct DiskCache: TranslationStore {
    private let store: CacheStore

    /// Blocks for milliseconds. Where the file cannot be used the log is told, once, and nothing is kept.
    package init(stateDirectory: String, limits: CacheLimits = CacheLimits(), logger: Logger) {
        store = CacheStore(path: Self.path(in: stateDirectory), limits: limits) { logger.warning("\($0)") }
    }

    package static func path(in stateDirectory: String) -> String { stateDirectory + "/translations.sqlite" }

    package func translation(for question: StoredQuestion, by makers: [String]) async -> StoredTranslation? {
        guard let found = await store.translation(for: CacheKey(question), by: makers) else { return nil }
        return StoredTranslation(found)
    }

    package func keep(
        _ translation: StoredTranslation, for question: StoredQuestion, of origin: StoredOrigin
    ) async {
        await store.keep(
            CachedTranslation(translation), for: CacheKey(question),
            of: CacheOrigin(room: origin.room, said: origin.said))
    }

    /// Forgets what was translated of lines that rooms no longer have on disk. `rooms`: those that have some, by id,
    /// with the time of the oldest; `atOnce`: their bytes too.
    package func forgetGone(but rooms: [String: Int], atOnce: Bool) async {
        await store.forgetGone(but: rooms, atOnce: atOnce)
    }

    package func forget(_ texts: [String]) async { await store.forget(texts) }

    /// Forgets everything.
    package func forgetAll() async { await store.forgetAll() }

    /// Writes what waits. Nothing is found or kept after it.
    package func close() async { await store.close() }
}

/// The cache on disk as `sabir cache` shows it, whether a node is using it or not.
package struct DiskCacheInspection: Sendable {
    package typealias Statistics = CacheStatistics

    package let path: String
    private let inspection: CacheInspection

    package init(stateDirectory: String) {
        path = DiskCache.path(in: stateDirectory)
        inspection = CacheInspection(path: path)
    }

    /// Nil where there is no cache on disk. Throws an error whose description is a sentence for people.
    package func statistics() throws -> Statistics? { try inspection.statistics() }

    /// Deletes all entries and says how many, nil where there is no cache on disk.
    package func clear() throws -> Int? { try inspection.clear() }
}

extension CacheKey {
    init(_ question: StoredQuestion) {
        self.init(text: question.text, source: question.from, target: question.to, glossary: question.glossary)
    }
}

/// What of a translation has no column of its own.
private struct Details: Codable {
    var pivots: [String]
    var warnings: [StoredTranslation.Warning]
    /// Left out by versions before it, and where there was none.
    var second: StoredTranslation.Second?
}

extension CachedTranslation {
    init(_ translation: StoredTranslation) {
        let details = Details(
            pivots: translation.pivots, warnings: translation.warnings, second: translation.second)
        // Strings in arrays can always be encoded; what could not would read as nothing stored.
        let data = (try? JSONEncoder().encode(details)) ?? Data()
        self.init(
            text: translation.text, engine: translation.engine, maker: translation.maker,
            details: String(decoding: data, as: UTF8.self))
    }
}

extension StoredTranslation {
    init?(_ cached: CachedTranslation) {
        guard let details = try? JSONDecoder().decode(Details.self, from: Data(cached.details.utf8)) else { return nil }
        self.init(
            text: cached.text, engine: cached.engine, maker: cached.maker, pivots: details.pivots,
            warnings: details.warnings, second: details.second)
    }
}

package struct CacheLimits: Sendable, Equatable {
    /// Bytes in use within the file. Past it the oldest entries go; the file itself may be a few pages larger, and
    /// its log another 4 MiB.
    package var bytes = 64 << 20
    /// Age in seconds at which an entry is neither found nor kept.
    package var age: Int64 = 30 * 86_400
    /// Entries that wait to be written. A new one is dropped while the disk is this far behind: the translation is
    /// then made again some day.
    package var waiting = 1_024

    package init() {}
}
