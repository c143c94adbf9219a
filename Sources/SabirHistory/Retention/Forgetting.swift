import GRDB
import SabirProtocol

extension HistoryDatabase {
    /// Lines emptied in one transaction, so that a waiting append is delayed by some milliseconds at most.
    private static let batch = 200

    /// Empties the lines that a filter includes and returns how many. They are unreadable at once; their bytes go with
    /// the next purge.
    func forget(_ filter: HistoryFilter) async throws -> Int {
        // Before the lines, which tell whose devices are meant.
        try await forgetDevices(filter)
        let rooms = try await pool.read { try RoomFilter.all(filter, withHidden: true, in: $0) }
        var count = 0
        for room in rooms {
            count += try await forget(room.room, room.rows, room.conditions)
        }
        return count
    }

    /// Forgets the device records that a filter includes: those of its room, or of its person as far as lines or the
    /// member id tell, last seen within its span. A span with a beginning includes lines only.
    func forgetDevices(_ filter: HistoryFilter) async throws {
        guard filter.meansDevices else { return }
        try await pool.write { database in
            let rooms = try Int64.fetchAll(
                database, sql: "SELECT number FROM room WHERE ?1 IS NULL OR id = ?1", arguments: [filter.room])
            for room in rooms {
                let authors = try filter.person.map { Set(try database.senders($0, room).map(\.author)) }
                let who = authors.map { " AND (member = ? OR author IN (\($0.subtracting([0]).listed)))" }
                try database.execute(
                    sql: "DELETE FROM device WHERE room = ? AND seen <= ?\(who ?? "")",
                    arguments: [room, filter.span?.upperBound ?? .max]
                        + StatementArguments(filter.person.map { [$0] } ?? []))
            }
        }
    }

    /// Empties a room's expired lines and returns how many.
    func forget(_ room: RoomNumber, _ expired: RetentionClock.Expired) async throws -> Int {
        var count = 0
        if expired.upTo > 0 { count += try await forget(room, LineKey.rows(room, to: expired.upTo), "") }
        if let earlier = expired.earlier {
            let rows = LineKey.rows(room, from: expired.upTo, to: earlier.upTo)
            count += try await forget(room, rows, " AND ts < \(earlier.before)")
        }
        return count
    }

    private func forget(_ room: RoomNumber, _ rows: ClosedRange<Int64>, _ conditions: String) async throws -> Int {
        var count = 0
        var first = rows.lowerBound
        while true {
            let from = first
            let step = try await pool.write { database in
                try Forgetting(database: database, room: room)
                    .step(from...rows.upperBound, conditions, Self.batch)
            }
            guard let step else { break }
            count += step.count
            guard step.last < rows.upperBound else { break }
            first = step.last + 1
        }
        if count > 0 { try await pool.write { try Forgetting.removeNames($0, of: room) } }
        return count
    }

    /// Deletes the rows of lines that were emptied more than a day ago.
    func forgetIDs(_ room: RoomNumber, now: Int) async throws {
        let rows = LineKey.rows(room)
        let before = now - RetentionRule.idsAreKept
        try await pool.write { database in
            try database.execute(
                sql: """
                    DELETE FROM message WHERE id IN (
                        SELECT message.id FROM sender CROSS JOIN message ON message.sender = sender.number
                        WHERE room = ? AND member = '' AND text IS NULL AND ts < ? LIMIT 2000)
                    """, arguments: [room.value, before])
            guard database.changesCount > 0 else { return }
            try database.execute(
                sql: """
                    DELETE FROM ids WHERE id BETWEEN ? AND ? AND NOT EXISTS (
                        SELECT 1 FROM message WHERE message.id BETWEEN ids.id AND ids.id + \(LineKey.block - 1))
                    """, arguments: [rows.lowerBound, rows.upperBound])
            try Forgetting.removeNames(database, of: room)
        }
    }
}

/// Empties lines of one room within one transaction.
struct Forgetting {
    let database: Database
    let room: RoomNumber

    /// Empties at most `most` lines of `rows` and returns the last of them; nil where there was none.
    func step(
        _ rows: ClosedRange<Int64>, _ conditions: String, _ most: Int
    ) throws -> (count: Int, last: Int64)? {
        let lines = try Row.fetchAll(
            database,
            sql: """
                SELECT message.id, author, high, low, spelled FROM message JOIN sender ON sender.number = message.sender
                WHERE message.id BETWEEN ? AND ? AND text IS NOT NULL\(conditions) ORDER BY message.id LIMIT ?
                """, arguments: [rows.lowerBound, rows.upperBound, most])
        guard let last = lines.last else { return nil }
        var emptied: [Int64] = []
        for line in lines {
            try empty(line[0], author: line[1])
            emptied.append(line[0])
            emptied += try emptyConfirmations(of: line)
        }
        for block in Set(emptied.map { LineKey(value: $0).blockStart }) { try count(block) }
        // A process that dies now purges the file at its next start.
        try database.execute(sql: "UPDATE life SET purgeIsDue = 1")
        return (lines.count, last[0])
    }

    /// Keeps the id and its author, so that a late repeat is still known.
    private func empty(_ row: Int64, author: Int64) throws {
        let nobody = try database.number(ofSender: "", name: "", author: author, room: room.value)
        try database.cachedStatement(
            sql:
                """
                UPDATE message SET text = NULL, lang = NULL, reply = NULL, via = NULL, role = NULL, corrects = NULL,
                retracts = NULL, retracted = NULL, confirms = NULL, sender = ? WHERE id = ?
                """
        ).execute(arguments: [nobody, row])
    }

    /// Empties the confirmed translations of a line, which have its text in other words. Returns their rows.
    private func emptyConfirmations(of line: Row) throws -> [Int64] {
        let id = (line[4] as String?).flatMap { MessageID($0) } ?? MessageID(MessageID.Value(line[2], line[3]))
        let row: Int64 = line[0]
        let found = try Row.fetchAll(
            try database.cachedStatement(
                sql: """
                    SELECT message.id, author FROM message JOIN sender ON sender.number = message.sender
                    WHERE corrects = ? AND confirms IS NOT NULL AND text IS NOT NULL AND message.id BETWEEN ? AND ?
                    """), arguments: [id.plain, row, LineKey.rows(room).upperBound])
        for line in found { try empty(line[0], author: line[1]) }
        return found.map { $0[0] }
    }

    private func count(_ block: Int64) throws {
        let row = try Row.fetchOne(
            database,
            sql: "SELECT min(ts), max(ts), count(*) FROM message WHERE id BETWEEN ? AND ? AND text IS NOT NULL",
            arguments: [block, block + LineKey.block - 1])
        guard let first: Int = row?[0], let last: Int = row?[1] else {
            try database.execute(sql: "DELETE FROM grams WHERE id = ?", arguments: [block])
            return try database.execute(sql: "DELETE FROM block WHERE id = ?", arguments: [block])
        }
        try database.execute(
            sql: "UPDATE block SET first = ?, last = ?, count = ? WHERE id = ?",
            arguments: [first, last, row?[2] as Int?, block])
    }

    /// Empties all lines up to this number.
    static func all(of room: RoomNumber, upTo seq: Int, in database: Database) throws {
        let forgetting = Forgetting(database: database, room: room)
        let rows = LineKey.rows(room, to: seq)
        var first = rows.lowerBound
        while first <= rows.upperBound, let step = try forgetting.step(first...rows.upperBound, "", 1_000) {
            first = step.last + 1
        }
        try removeNames(database, of: room)
    }

    /// Deletes names without any line.
    static func removeNames(_ database: Database, of room: RoomNumber) throws {
        try database.execute(
            sql: """
                DELETE FROM sender WHERE room = ?
                AND NOT EXISTS (SELECT 1 FROM message WHERE message.sender = sender.number)
                """, arguments: [room.value])
    }
}
