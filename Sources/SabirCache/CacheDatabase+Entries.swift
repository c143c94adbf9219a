import GRDB

extension CacheDatabase {
    /// The answer of the engine that comes first in `engines`, of those not older than `oldest`.
    func find(_ key: CacheKey, by engines: [String], since oldest: Int64) async throws -> CachedTranslation? {
        let found = try await pool.read { database in
            let rows = try Row.fetchAll(
                database.cachedStatement(
                    sql: """
                        SELECT engine, translation, details FROM entry
                        WHERE original = ? AND source = ? AND target = ? AND glossary = ? AND created >= ?
                        """),
                arguments: [key.text, key.source, key.target, key.glossary, oldest])
            return rows.map { CachedTranslation(text: $0[1], engine: $0[0], details: $0[2]) }
        }
        for engine in engines {
            if let translation = found.first(where: { $0.engine == engine }) { return translation }
        }
        return nil
    }

    /// Writes all of `entries` in one transaction, each in place of an older one, and keeps the limits.
    func write(_ entries: [CacheEntry], keeping limits: CacheLimits, now: Int64) async throws {
        try await pool.write { database in
            for entry in entries { try insert(entry, in: database) }
            try removeExpired(before: now - limits.age, in: database)
            try removeOldest(downTo: limits.bytes, in: database)
        }
    }

    func removeAll() throws -> Int {
        let count = try pool.write { database in
            try database.execute(sql: "DELETE FROM entry")
            return database.changesCount
        }
        try pool.vacuum()
        try pool.writeWithoutTransaction { database in _ = try database.checkpoint(.truncate) }
        return count
    }

    private func insert(_ entry: CacheEntry, in database: Database) throws {
        let statement = try database.cachedStatement(
            sql: """
                INSERT OR REPLACE INTO entry
                (original, source, target, glossary, engine, translation, details, created)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                """)
        let (key, value) = (entry.key, entry.translation)
        try statement.execute(arguments: [
            key.text, key.source, key.target, key.glossary, value.engine, value.text, value.details, entry.created,
        ])
    }

    private func removeExpired(before oldest: Int64, in database: Database) throws {
        try database.cachedStatement(sql: "DELETE FROM entry WHERE created < ?").execute(arguments: [oldest])
    }

    /// A sixteenth of the ids at a time, until the rest fits: at most 64 times, which leaves a 60th part of them.
    private func removeOldest(downTo bytes: Int, in database: Database) throws {
        for _ in 0..<64 {
            guard try Self.bytesInUse(database) > bytes else { return }
            try database.execute(
                sql: "DELETE FROM entry WHERE id <= (SELECT min(id) + (max(id) - min(id)) / 16 FROM entry)")
            guard database.changesCount > 0 else { return }
        }
    }

    /// Pages that hold something; those of deleted entries are used again first.
    static func bytesInUse(_ database: Database) throws -> Int {
        let pages = try Int.fetchOne(database, sql: "PRAGMA page_count") ?? 0
        let free = try Int.fetchOne(database, sql: "PRAGMA freelist_count") ?? 0
        return (pages - free) * (try Int.fetchOne(database, sql: "PRAGMA page_size") ?? 0)
    }
}
