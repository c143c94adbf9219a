import GRDB
import SabirCore

/// Copies what is left of a history into a second file while the first is in use; the second then replaces the first.
///
/// SQLite leaves deleted bytes about: in split pages, in the full-text index, in its log. `secure_delete` and VACUUM do
/// not reach all of them, and VACUUM blocks the writer for as long as it takes. A new file never had the bytes, and is
/// written beside the appends: only its last lines are copied while nobody writes.
struct Rewriting: Sendable {
    /// Numbers copied in one transaction.
    private static let chunk: Int64 = 8 * LineKey.block

    let file: HistoryFile
    private let queue: DatabaseQueue
    /// Throws where the disk has too little space to continue.
    private let checkRoom: @Sendable () throws(HistoryError) -> Void

    /// Makes the new file, empty. `old` stays open and in place. `checkRoom` is called before each piece.
    init(
        of old: HistoryFile, checkRoom: @escaping @Sendable () throws(HistoryError) -> Void = {}
    ) throws(HistoryError) {
        self.checkRoom = checkRoom
        file = old.inTheMaking
        file.remove()
        try file.prepare()
        do {
            // A half-made file is worthless after a loss of power: it is flushed to the disk once, at the end.
            queue = try DatabaseQueue(
                path: file.path, configuration: HistoryDatabase.configuration(isSynchronous: false))
            try queue.inDatabase { try $0.execute(sql: "PRAGMA journal_mode = WAL") }
            try HistorySchema.migrator.migrate(queue)
            try queue.inDatabase { try $0.execute(sql: "ATTACH DATABASE ? AS old", arguments: [old.path]) }
        } catch {
            throw .wrapping(error, file.path)
        }
    }

    /// Copies and indexes what is not copied yet, and returns how many lines.
    func copy() async throws -> Int {
        let rooms = try await write { database in
            try database.execute(
                sql: """
                    INSERT INTO room (number, id, name, epoch, newest, indexed, cleared, hidden)
                    SELECT number, id, name, epoch, newest, 0, cleared, hidden FROM old.room WHERE true
                    ON CONFLICT (number) DO UPDATE SET
                    name = excluded.name, epoch = excluded.epoch, newest = excluded.newest, cleared = excluded.cleared,
                    hidden = excluded.hidden
                    """)
            return try Row.fetchAll(database, sql: "SELECT number, indexed FROM room ORDER BY number")
                .map { (room: RoomNumber(value: $0[0]), copied: $0[1] as Int) }
        }
        var count = 0
        for (room, copied) in rooms { count += try await copy(room, after: copied) }
        return count
    }

    /// Merges the full-text index into one piece.
    func optimize() async throws {
        try await queue.writeWithoutTransaction { database in
            try database.execute(sql: "INSERT INTO trigram (trigram) VALUES ('optimize')")
        }
    }

    private func copy(_ room: RoomNumber, after copied: Int) async throws -> Int {
        var next = LineKey(room, copied + 1).value
        let last = LineKey.rows(room).upperBound
        var count = 0
        while next <= last {
            let from = next
            try checkRoom()
            let step = try await write { try Self.copy($0, room, from, last) }
            guard let step else { break }
            count += step.count
            next = step.next
        }
        return count
    }

    /// Copies the next lines from `first` on, up to the end of a block or of the room; nil where there are none.
    private static func copy(
        _ database: Database, _ room: RoomNumber, _ first: Int64, _ last: Int64
    ) throws -> (count: Int, next: Int64)? {
        let ends = try Row.fetchOne(
            database, sql: "SELECT min(id), max(id) FROM old.message WHERE id BETWEEN ? AND ?",
            arguments: [first, last])
        guard let start: Int64 = ends?[0], let newest: Int64 = ends?[1] else { return nil }
        let end = min(newest, LineKey(value: start).blockStart + chunk - 1)
        try database.execute(
            sql: "INSERT INTO message SELECT * FROM old.message WHERE id BETWEEN ? AND ?", arguments: [start, end])
        let count = database.changesCount
        try database.execute(
            sql: """
                INSERT OR IGNORE INTO sender SELECT * FROM old.sender
                WHERE number IN (SELECT sender FROM message WHERE id BETWEEN ? AND ?)
                """, arguments: [start, end])
        try summarize(database, start, end)
        var at = start
        while at <= end {
            let upTo = min(end, LineKey(value: at).blockStart + LineKey.block - 1)
            try Indexing.index(database, room, from: LineKey(value: at).seq, to: LineKey(value: upTo).seq)
            at = upTo + 1
        }
        return (count, end + 1)
    }

    private static func summarize(_ database: Database, _ start: Int64, _ end: Int64) throws {
        try database.execute(
            sql: """
                INSERT OR REPLACE INTO block
                SELECT id & ~\(LineKey.block - 1), min(ts), max(ts), count(*) FROM message
                WHERE id BETWEEN ? AND ? AND text IS NOT NULL GROUP BY 1
                """, arguments: [LineKey(value: start).blockStart, end])
    }

    /// Copies the store's session, flushes the file to the disk, and closes it.
    func finish() async throws {
        try await write { database in
            try database.execute(
                sql: """
                    INSERT OR REPLACE INTO life
                    SELECT one, boot, isSynchronous, isClosed, 0, deviceKey, clock FROM old.life
                    """)
            // Requests that came meanwhile are still open; the receipts of finished ones now say that the bytes are
            // gone as well.
            try database.execute(
                sql: """
                    INSERT INTO erasure SELECT * FROM old.erasure;
                    INSERT INTO receipt SELECT number, token, lines, 1 FROM old.receipt;
                    INSERT INTO device SELECT * FROM old.device;
                    INSERT INTO retraction SELECT * FROM old.retraction;
                    """)
            try database.execute(
                sql: """
                    DELETE FROM sender WHERE NOT EXISTS (SELECT 1 FROM message WHERE message.sender = sender.number)
                    """)
        }
        try await queue.writeWithoutTransaction { database in try database.execute(sql: "DETACH DATABASE old") }
        try await settle()
        try queue.close()
    }

    /// Flushes what is copied so far to the disk, so that little is left to flush while nobody writes.
    func settle() async throws {
        try await queue.writeWithoutTransaction { database in _ = try database.checkpoint(.truncate) }
        FileSystem.synchronize(file.path)
    }

    /// Runs one transaction. Deferred: an immediate one would lock the old file too, and delay appends.
    private func write<T: Sendable>(_ body: @Sendable (Database) throws -> T) async throws -> T {
        try await queue.writeWithoutTransaction { database in
            var result: T?
            try database.inTransaction(.deferred) {
                result = try body(database)
                return .commit
            }
            return result!  // set by a body that did not throw
        }
    }

    func giveUp() {
        try? queue.close()
        file.remove()
    }
}
