import GRDB

/// What a cache on disk holds.
package struct CacheStatistics: Sendable, Equatable {
    package struct Share: Sendable, Equatable {
        package let engine: String
        package let source: String
        package let target: String
        package let entries: Int
    }

    package let entries: Int
    /// In use within the file.
    package let bytes: Int
    /// Seconds since 1970; nil in an empty cache.
    package let oldest: Int64?
    package let newest: Int64?
    /// By engine and pair, the largest first.
    package let shares: [Share]
}

/// The file of a cache from outside, whether a node is using it or not.
package struct CacheInspection: Sendable {
    private let file: CacheFile

    package init(path: String) { file = CacheFile(path: path) }

    /// Nil where there is no file; none is made.
    package func statistics() throws(CacheError) -> CacheStatistics? {
        guard file.exists else { return nil }
        try CacheDatabase.inspect(file)
        do {
            return try CacheDatabase.open(file).pool.read(CacheStatistics.init)
        } catch {
            throw .wrapping(error, file.path)
        }
    }

    /// Deletes every entry, and with them a damaged file that was moved aside; how many, or nil where there is no
    /// file. What is deleted is overwritten.
    package func clear() throws(CacheError) -> Int? {
        file.removeAside()
        guard file.exists else { return nil }
        do {
            return try CacheDatabase.open(file).removeAll()
        } catch {
            let error = CacheError.wrapping(error, file.path)
            guard error.isDamage else { throw error }
            try file.remove()
            return 0
        }
    }
}

extension CacheStatistics {
    init(_ database: Database) throws {
        let totals = try Row.fetchOne(database, sql: "SELECT count(*), min(created), max(created) FROM entry")
        let rows = try Row.fetchAll(
            database,
            sql: """
                SELECT engine, source, target, count(*) FROM entry
                GROUP BY 1, 2, 3 ORDER BY 4 DESC, 1, 2, 3
                """)
        self.init(
            entries: totals?[0] ?? 0, bytes: try CacheDatabase.bytesInUse(database), oldest: totals?[1],
            newest: totals?[2],
            shares: rows.map { Share(engine: $0[0], source: $0[1], target: $0[2], entries: $0[3]) })
    }
}
