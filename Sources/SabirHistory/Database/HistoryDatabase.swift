import GRDB

/// An open history: one writer, GRDB's queue, which makes every change, and some readers beside it.
struct HistoryDatabase: Sendable {
    let file: HistoryFile
    let pool: DatabasePool
    /// Copies SQLite's log into the file beside the writer; nil where this process does not own the file.
    private let checkpointer: DatabaseQueue?

    /// Opens the file for reading and writing, and migrates it. A foreign or newer file is not touched. Blocks for some
    /// milliseconds.
    static func open(_ file: HistoryFile, isSynchronous: Bool) throws(HistoryError) -> HistoryDatabase {
        try file.prepare()
        try inspect(file)
        do {
            let pool = try DatabasePool(path: file.path, configuration: configuration(isSynchronous: isSynchronous))
            try HistorySchema.migrator.migrate(pool)
            let checkpointer = try DatabaseQueue(
                path: file.path, configuration: configuration(isSynchronous: isSynchronous))
            return HistoryDatabase(file: file, pool: pool, checkpointer: checkpointer)
        } catch {
            throw .wrapping(error, file.path)
        }
    }

    /// Opens an existing history beside the process that writes it. Changes nothing: a file of an earlier version is
    /// read as it is.
    static func openForReading(_ file: HistoryFile) throws(HistoryError) -> HistoryDatabase {
        guard file.exists else { throw .missing(file.path) }
        let lock = try file.openingLock(.shared)
        defer { withExtendedLifetime(lock) {} }
        try inspect(file)
        do {
            var configuration = configuration(isSynchronous: false)
            // One reader, opened now: another one, opened later, could meet an exchange of the file.
            configuration.maximumReaderCount = 1
            configuration.prepareDatabase(HistorySchema.readAsToday)
            let pool = try DatabasePool(path: file.path, configuration: configuration)
            try pool.read { _ = try $0.execute(sql: "SELECT count(*) FROM sqlite_schema") }
            return HistoryDatabase(file: file, pool: pool, checkpointer: nil)
        } catch {
            throw .wrapping(error, file.path)
        }
    }

    /// Checks that the file is a history. Uses a connection that cannot write: the pool changes to write-ahead logging
    /// on opening, which writes into the file.
    ///
    /// - Parameter mayBeEmpty: accepts a file in which nothing is yet.
    static func inspect(_ file: HistoryFile, mayBeEmpty: Bool = true) throws(HistoryError) {
        let found: (application: Int, tables: Int, isNewer: Bool)
        do {
            var configuration = Configuration()
            configuration.readonly = true
            configuration.busyMode = .timeout(2)
            found = try DatabaseQueue(path: file.path, configuration: configuration).read { database in
                let application = try Int.fetchOne(database, sql: "PRAGMA application_id") ?? 0
                let tables = try Int.fetchOne(database, sql: "SELECT count(*) FROM sqlite_schema") ?? 0
                let isOurs = application == HistorySchema.applicationID
                return (application, tables, try isOurs && HistorySchema.migrator.hasBeenSuperseded(database))
            }
        } catch {
            throw .wrapping(error, file.path)
        }
        if mayBeEmpty, found.application == 0, found.tables == 0 { return }
        guard found.application == HistorySchema.applicationID else { throw .foreign(file.path) }
        guard !found.isNewer else { throw .newer(file.path) }
    }

    /// Seconds that a change waits for another process.
    static let patience: Int32 = 5

    static func configuration(isSynchronous: Bool) -> Configuration {
        var configuration = Configuration()
        configuration.label = "sabir.history"
        configuration.maximumReaderCount = 4
        // Another process (`sabir history erase`) holds the lock for one small statement at most.
        configuration.busyMode = .timeout(Double(patience))
        configuration.prepareDatabase { database in
            try database.execute(
                sql: """
                    PRAGMA secure_delete = ON;
                    PRAGMA trusted_schema = OFF;
                    PRAGMA temp_store = MEMORY;
                    PRAGMA cache_size = -16384;
                    PRAGMA wal_autocheckpoint = 0;
                    PRAGMA journal_size_limit = \(8 << 20);
                    PRAGMA synchronous = \(isSynchronous ? "FULL" : "NORMAL");
                    """)
        }
        return configuration
    }

    /// Writes SQLite's log into the file and closes it. Waits for readers under way.
    func close() throws {
        try? pool.writeWithoutTransaction { database in _ = try database.checkpoint(.truncate) }
        try discard()
    }

    /// Closes a file that will not be used again.
    func discard() throws {
        try checkpointer?.close()
        try pool.close()
    }

    /// Copies the log into the file, which waits for the disk: on a connection of its own, so that no append does.
    ///
    /// - Returns: how many pages the log has, copied or not. SQLite writes the log from its beginning again only when
    ///   nothing was appended since the last page was copied: under steady appends it grows, however much is copied.
    func checkpoint() async throws -> Int {
        guard let checkpointer else { return 0 }
        return try await checkpointer.writeWithoutTransaction { try Self.checkpoint($0) }
    }

    /// Copies the rest of the log while nothing can be appended, so that the next append begins the log anew, unless
    /// somebody reads an older state meanwhile.
    func checkpointOnWriter() async throws {
        try await pool.writeWithoutTransaction { _ = try Self.checkpoint($0) }
    }

    private static func checkpoint(_ database: Database) throws -> Int {
        try database.checkpoint(.passive).walFrameCount
    }
}
