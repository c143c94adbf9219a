import Foundation

/// Translations that outlive the process, in one SQLite file.
///
/// A convenience and never a condition: no call throws, and a cache that cannot be read is one that holds nothing.
/// Readers wait for one look into an index and never for a write. What is kept waits in memory (bounded) while the
/// one write under way ends; then all of it goes in one transaction, so that a busy node writes in large batches and
/// an idle one at once. Owns what waits and whether the file is still used.
package actor CacheStore {
    /// Entries in one transaction.
    private static let batch = 256

    private let file: CacheFile
    private let limits: CacheLimits
    private let now: @Sendable () -> Int64
    private let report: @Sendable (String) -> Void
    private var database: CacheDatabase?
    private var waiting: [CacheEntry] = []
    private var writing: Task<Void, Never>?
    /// Whether bytes of what was deleted may still lie in the file.
    private var remainsAreDue = false
    /// When they were last overwritten, in seconds since 1970.
    private var overwritten: Int64 = 0
    /// The file is written anew for lines that expired so often at most, in seconds.
    private static let overwritesApart: Int64 = 3_600
    /// Whether the trouble at hand was reported; ends with a write that succeeds.
    private var hasReported = false
    /// Not written since the disk was behind or refused.
    package private(set) var dropped = 0

    /// Opens or makes the file, which takes milliseconds of blocking work: at the start, not on an event loop.
    /// `report` is told in a plain sentence, once, where the file is not used; `now` is in seconds since 1970.
    package init(
        path: String, limits: CacheLimits = CacheLimits(),
        now: @escaping @Sendable () -> Int64 = { Int64(Date().timeIntervalSince1970) },
        report: @escaping @Sendable (String) -> Void
    ) {
        file = CacheFile(path: path)
        self.limits = limits
        self.now = now
        self.report = report
        database = Self.open(file, report)
    }

    /// Whether the file is in use; otherwise nothing is found and nothing kept.
    package var isOnDisk: Bool { database != nil }

    /// The answer to `key` by the engine that comes first in `makers`; nil where none of them has a fresh one.
    package func translation(for key: CacheKey, by makers: [String]) async -> CachedTranslation? {
        guard let database else { return nil }
        do {
            return try await database.find(key, by: makers, since: now() - limits.age)
        } catch is CancellationError {
            return nil
        } catch {
            fail(error)
            return nil
        }
    }

    /// Returns before anything is written. A text that holds NUL is not kept: SQLite's functions read no further.
    package func keep(_ translation: CachedTranslation, for key: CacheKey, of origin: CacheOrigin = CacheOrigin()) {
        guard database != nil, !translation.text.utf8.contains(0), !translation.details.utf8.contains(0) else { return }
        guard waiting.count < limits.waiting else {
            dropped += 1
            return
        }
        waiting.append(CacheEntry(key: key, translation: translation, origin: origin, created: now()))
        if writing == nil { writing = Task { await writeAll() } }
    }

    /// Forgets what rooms no longer have. Once a minute, and where something was cleared.
    ///
    /// - Parameters:
    ///   - rooms: those that still have lines, with the time at which the oldest of them was said.
    ///   - atOnce: the bytes are gone when it returns; else within an hour, as writing the file anew takes a while.
    package func forgetGone(but rooms: [String: Int], atOnce: Bool) async {
        await remove(atOnce: atOnce) { try $0.removeGone(but: rooms) }
    }

    /// Forgets what was kept of these texts, bytes included.
    package func forget(_ texts: [String]) async { await remove(atOnce: true) { try $0.remove(texts) } }

    /// Forgets everything, bytes included.
    package func forgetAll() async {
        waiting = []
        await remove(atOnce: true) { try $0.removeAll() }
    }

    private func remove(atOnce: Bool, _ work: (CacheDatabase) throws -> Int) async {
        // What waits would be written after it.
        await flush()
        guard let database else { return }
        do {
            if try work(database) > 0 { remainsAreDue = true }
            guard remainsAreDue, atOnce || now() - overwritten >= Self.overwritesApart else { return }
            try database.overwriteRemains()
            remainsAreDue = false
            overwritten = now()
        } catch {
            fail(error)
        }
    }

    /// Returns when all that was kept so far is written or given up.
    package func flush() async { await writing?.value }

    /// Writes what waits, and closes the file; nothing is found or kept after it.
    package func close() async {
        await flush()
        try? database?.pool.close()
        database = nil
    }

    private func writeAll() async {
        while let database, !waiting.isEmpty {
            let entries = Array(waiting.prefix(Self.batch))
            waiting.removeFirst(entries.count)
            do {
                try await database.write(entries, keeping: limits, now: now())
                hasReported = false
            } catch {
                dropped += entries.count
                fail(error)
            }
        }
        writing = nil
    }

    private func fail(_ error: any Error) {
        let error = CacheError.wrapping(error, file.path)
        guard error.isDamage else {
            if !hasReported { report("\(error.description) Translations are kept in memory only.") }
            hasReported = true
            return
        }
        // Several calls may fail over the same damage: the first one deals with it.
        guard let broken = database else { return }
        database = nil
        dropped += waiting.count
        waiting = []
        try? broken.pool.close()
        report(Self.movingAside(file) + " Until the next start, translations are kept in memory only.")
    }

    private static func open(
        _ file: CacheFile, _ report: (String) -> Void, isSecondTry: Bool = false
    ) -> CacheDatabase? {
        do {
            return try CacheDatabase.open(file)
        } catch {
            guard error.isDamage, !isSecondTry else {
                report("\(error.description) Translations are kept in memory only.")
                return nil
            }
            report(movingAside(file) + " A new one is begun.")
            return open(file, report, isSecondTry: true)
        }
    }

    private static func movingAside(_ file: CacheFile) -> String {
        do {
            return "The translation cache \(file.path) is damaged and was moved to \(try file.moveAside())."
        } catch {
            return "The translation cache \(file.path) is damaged and cannot be moved aside."
        }
    }
}
