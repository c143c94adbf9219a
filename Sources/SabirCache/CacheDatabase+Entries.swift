import GRDB

extension CacheDatabase {
    /// The answer of the engine that comes first in `makers`, of those not older than `oldest`.
    func find(_ key: CacheKey, by makers: [String], since oldest: Int64) async throws -> CachedTranslation? {
        let found = try await pool.read { database in
            let rows = try Row.fetchAll(
                database.cachedStatement(
                    sql: """
                        SELECT engine, maker, translation, details FROM entry
                        WHERE original = ? AND source = ? AND target = ? AND glossary = ? AND created >= ?
                        """),
                arguments: [key.text, key.source, key.target, key.glossary, oldest])
            return rows.map { CachedTranslation(text: $0[2], engine: $0[0], maker: $0[1], details: $0[3]) }
        }
        for maker in makers {
            if let translation = found.first(where: { $0.maker == maker }) { return translation }
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
        try overwriteRemains()
        return count
    }

    /// Removes the translations of these texts, and how those read back; how many.
    func remove(_ texts: [String]) throws -> Int {
        try pool.write { database in
            try texts.reduce(into: 0) { count, text in
                for sql in [
                    "DELETE FROM entry WHERE original IN (SELECT translation FROM entry WHERE original = ?)",
                    "DELETE FROM entry WHERE original = ?",
                ] {
                    try database.execute(sql: sql, arguments: [text])
                    count += database.changesCount
                }
            }
        }
    }

    /// Removes what rooms no longer have; how many.
    ///
    /// - Parameter rooms: those that still have lines, with the time at which the oldest of them was said.
    func removeGone(but rooms: [String: Int]) throws -> Int {
        try pool.write { database in
            let known = try String.fetchAll(database, sql: "SELECT DISTINCT room FROM entry WHERE room != ''")
            return try known.reduce(into: 0) { count, room in
                try database.execute(
                    sql: "DELETE FROM entry WHERE room = ? AND said < ?", arguments: [room, rooms[room] ?? .max])
                count += database.changesCount
            }
        }
    }

    /// Bytes of what was deleted, in pages that were split and in the log: the file is written anew, and the log
    /// emptied.
    func overwriteRemains() throws {
        try pool.vacuum()
        try pool.writeWithoutTransaction { database in _ = try database.checkpoint(.truncate) }
    }

    private func insert(_ entry: CacheEntry, in database: Database) throws {
        let statement = try database.cachedStatement(
            sql: """
                INSERT OR REPLACE INTO entry
                (original, source, target, glossary, maker, engine, translation, details, created, room, said)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """)
        let (key, value) = (entry.key, entry.translation)
        try statement.execute(arguments: [
            key.text, key.source, key.target, key.glossary, value.maker, value.engine, value.text, value.details,
            entry.created, entry.origin.room, entry.origin.said,
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
