import GRDB

/// An open database of the cache. Its form is version 2; what one of version 1 holds does not say whose words it was, and
/// is deleted.
struct CacheDatabase: Sendable {
    /// `PRAGMA application_id`: "Sabc" in ASCII, by which file(1) and we know the file.
    static let applicationID = 0x5361_6263
    /// `PRAGMA user_version`.
    static let version = 2

    let path: String
    let pool: DatabasePool

    /// Opens the file for reading and writing, and fills in the tables where it is new. A file that is not ours, or
    /// newer, is not touched.
    static func open(_ file: CacheFile) throws(CacheError) -> CacheDatabase {
        try file.prepare()
        try inspect(file)
        do {
            let pool = try DatabasePool(path: file.path, configuration: configuration())
            let database = CacheDatabase(path: file.path, pool: pool)
            if try pool.write(create) { try database.overwriteRemains() }
            return database
        } catch {
            throw .wrapping(error, file.path)
        }
    }

    /// Reads whose the file is. On a connection of its own that cannot write: changing to write-ahead logging, as
    /// the pool does on opening, writes into the file.
    static func inspect(_ file: CacheFile) throws(CacheError) {
        let found: (application: Int, version: Int, tables: Int)
        do {
            var configuration = configuration()
            configuration.readonly = true
            found = try DatabaseQueue(path: file.path, configuration: configuration).read { database in
                let application = try Int.fetchOne(database, sql: "PRAGMA application_id") ?? 0
                let version = try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
                let tables = try Int.fetchOne(database, sql: "SELECT count(*) FROM sqlite_schema") ?? 0
                return (application, version, tables)
            }
        } catch {
            throw .wrapping(error, file.path)
        }
        if found == (0, 0, 0) { return }
        guard found.application == applicationID else { throw .foreign(file.path) }
        guard found.version <= version else { throw .newer(file.path) }
    }

    private static func configuration() -> Configuration {
        var configuration = Configuration()
        configuration.label = "sabir.cache"
        configuration.maximumReaderCount = 2
        // A second process (`sabir cache clear`) holds the lock for as long as its statement takes.
        configuration.busyMode = .timeout(2)
        configuration.prepareDatabase { database in
            try database.execute(sql: "PRAGMA secure_delete = ON")
            try database.execute(sql: "PRAGMA trusted_schema = OFF")
            try database.execute(sql: "PRAGMA journal_size_limit = \(4 << 20)")
        }
        return configuration
    }

    /// The unique index finds an entry, and its text cannot be chosen so that finding is slow. `id` grows with time:
    /// the oldest entries are those with the smallest.
    /// True where entries of an earlier version were deleted.
    private static func create(_ database: Database) throws -> Bool {
        let found = try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
        guard found < version else { return false }
        if found > 0 { try database.execute(sql: "DROP TABLE entry") }
        try database.execute(
            sql: """
                CREATE TABLE entry (
                    id INTEGER PRIMARY KEY AUTOINCREMENT,
                    original TEXT NOT NULL, source TEXT NOT NULL, target TEXT NOT NULL, glossary TEXT NOT NULL,
                    maker TEXT NOT NULL, engine TEXT NOT NULL, translation TEXT NOT NULL, details TEXT NOT NULL,
                    created INTEGER NOT NULL, room TEXT NOT NULL, said INTEGER NOT NULL,
                    UNIQUE (original, source, target, glossary, maker)
                ) STRICT;
                CREATE INDEX entry_created ON entry (created);
                CREATE INDEX entry_room ON entry (room, said);
                PRAGMA application_id = \(applicationID);
                PRAGMA user_version = \(version);
                """)
        return found > 0
    }
}
