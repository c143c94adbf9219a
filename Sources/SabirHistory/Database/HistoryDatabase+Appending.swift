import GRDB
import GRDBSQLite
import SabirProtocol

extension HistoryDatabase {
    /// Writes all of `lines` and `notes`, of any rooms, in one transaction. `skippingKnown` leaves out numbers that are
    /// in the database already.
    func append(
        _ lines: [HistoryLine], notes: [HistoryNote] = [], skippingKnown: Bool = false
    ) async throws {
        try await pool.write { database in
            try database.write(notes)
            try AppendedGroup.write(lines, skippingKnown: skippingKnown, in: database)
        }
    }

    /// Like `append`, on the calling thread. Waits for the disk, but throws where another process is writing. Nothing
    /// is written where it throws.
    func appendAtOnce(_ lines: [HistoryLine], notes: [HistoryNote]) throws {
        try pool.writeWithoutTransaction { database in
            sqlite3_busy_timeout(database.sqliteConnection, 0)
            defer { sqlite3_busy_timeout(database.sqliteConnection, Self.patience * 1_000) }
            // GRDB's own transactions prepare their two statements each time.
            try database.cachedStatement(sql: "BEGIN IMMEDIATE").execute()
            do {
                try database.write(notes)
                try AppendedGroup.write(lines, skippingKnown: false, in: database)
                try database.cachedStatement(sql: "COMMIT").execute()
            } catch {
                if database.isInsideTransaction { try? database.rollback() }
                throw error
            }
        }
    }
}

/// The lines of one transaction; what they share is written once.
private struct AppendedGroup {
    private struct Sender: Hashable {
        let room: Int64
        let member: String
        let name: String
        let author: Int64
    }

    /// Times and count of the new lines in one block.
    private struct Stretch {
        var first: Int
        var last: Int
        var count: Int
    }

    private let insertion: LineInsertion
    private let database: Database
    private var senders: [Sender: Int64] = [:]
    private var blocks: [Int64: Stretch] = [:]
    private var newest: [Int64: Int] = [:]

    static func write(_ lines: [HistoryLine], skippingKnown: Bool, in database: Database) throws {
        let insertion = try LineInsertion(database, skippingKnown: skippingKnown)
        var group = AppendedGroup(insertion: insertion, database: database)
        for line in lines { try group.append(line) }
        try group.finish()
    }

    private mutating func append(_ line: HistoryLine) throws {
        let message = line.message
        let key = LineKey(line.room, message.seq)
        let sender = Sender(
            room: line.room.value, member: message.member.rawValue, name: message.from,
            author: line.author?.value ?? 0)
        guard try insertion.run(key, message, sender: try number(of: sender)) else { return }
        if message.retracts != nil { try database.markRetractionTold(message.id, in: line.room) }
        note(message, key)
    }

    private mutating func note(_ message: Message, _ key: LineKey) {
        newest[key.room.value] = max(newest[key.room.value] ?? 0, message.seq)
        var stretch = blocks[key.blockStart] ?? Stretch(first: message.ts, last: message.ts, count: 0)
        stretch.first = min(stretch.first, message.ts)
        stretch.last = max(stretch.last, message.ts)
        stretch.count += 1
        blocks[key.blockStart] = stretch
    }

    private mutating func number(of sender: Sender) throws -> Int64 {
        if let known = senders[sender] { return known }
        let found = try database.number(
            ofSender: sender.member, name: sender.name, author: sender.author, room: sender.room)
        senders[sender] = found
        return found
    }

    private func finish() throws {
        for (room, seq) in newest {
            try database.cachedStatement(sql: "UPDATE room SET newest = max(newest, ?) WHERE number = ?")
                .execute(arguments: [seq, room])
        }
        let statement = try database.cachedStatement(
            sql: """
                INSERT INTO block VALUES (?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET
                first = min(first, excluded.first), last = max(last, excluded.last), count = count + excluded.count
                """)
        for (id, stretch) in blocks {
            try statement.execute(arguments: [id, stretch.first, stretch.last, stretch.count])
        }
    }
}

extension Database {
    /// The row of this sender, inserted where there is none.
    func number(ofSender member: String, name: String, author: Int64, room: Int64) throws -> Int64 {
        let selection = try cachedStatement(
            sql: "SELECT number FROM sender WHERE room = ? AND member = ? AND name = ? AND author = ?")
        if let number = try Int64.fetchOne(selection, arguments: [room, member, name, author]) { return number }
        try cachedStatement(sql: "INSERT INTO sender (room, member, name, author) VALUES (?, ?, ?, ?)")
            .execute(arguments: [room, member, name, author])
        return lastInsertedRowID
    }
}
