import GRDB

/// What staff cleared away. A mark in the room's row says up to which number, written through to the disk before anybody
/// is told; every reader goes by it. The lines themselves are emptied behind that.
enum ClearedRows {
    /// The last row of a room that is cleared away; that of number 0 where nothing is.
    static func last(of room: RoomNumber, in database: Database) throws -> Int64 {
        // A file of release 0.1.0 that is read before a node has opened it.
        guard try isMarked(database) else { return LineKey(room, 0).value }
        let statement = try database.cachedStatement(sql: "SELECT cleared FROM room WHERE number = ?")
        let cleared = try Int.fetchOne(statement, arguments: [room.value]) ?? 0
        return LineKey(room, cleared).value
    }

    static func isMarked(_ database: Database) throws -> Bool {
        try database.columns(in: "room").contains { $0.name == "cleared" }
    }

    /// What can still be read of these rows of one room; nil where that is nothing.
    static func left(
        of rows: ClosedRange<Int64>, _ room: RoomNumber, in database: Database
    ) throws -> ClosedRange<Int64>? {
        let first = max(rows.lowerBound, try last(of: room, in: database) + 1)
        return first <= rows.upperBound ? first...rows.upperBound : nil
    }
}

extension HistoryDatabase {
    /// Written through to the disk when this returns, whatever the other transactions are.
    func markCleared(_ room: RoomNumber, upTo seq: Int) async throws {
        let path = file.path
        try await pool.writeWithoutTransaction { database in
            let usual = try Int.fetchOne(database, sql: "PRAGMA synchronous") ?? 1
            try database.execute(sql: "PRAGMA synchronous = FULL")
            defer { try? database.execute(sql: "PRAGMA synchronous = \(usual)") }
            try database.inTransaction(.immediate) {
                try database.execute(
                    sql: "UPDATE room SET cleared = max(cleared, ?) WHERE number = ?", arguments: [seq, room.value])
                guard database.changesCount > 0 else {
                    throw HistoryError.unusable(path, "the room is not in it")
                }
                return .commit
            }
        }
    }

    /// The rooms of which lines that were cleared away are not emptied yet, and up to which number.
    func roomsToEmpty() async throws -> [(room: RoomNumber, upTo: Int)] {
        try await pool.read { database in
            try Row.fetchAll(database, sql: "SELECT number, cleared FROM room WHERE cleared > 0 ORDER BY number")
                .map { (room: RoomNumber(value: $0[0]), upTo: $0[1] as Int) }
                .filter { try Self.isToBeEmptied($0.room, upTo: $0.upTo, in: database) }
        }
    }

    /// Blocks of which nothing is left are not listed, so that little is looked at.
    private static func isToBeEmptied(_ room: RoomNumber, upTo seq: Int, in database: Database) throws -> Bool {
        let rows = LineKey.rows(room, to: seq)
        return try Bool.fetchOne(
            database,
            sql: """
                SELECT EXISTS (
                    SELECT 1 FROM block CROSS JOIN message ON message.id BETWEEN block.id AND block.id + ?
                    WHERE block.id BETWEEN ? AND ? AND message.id <= ? AND text IS NOT NULL)
                """,
            arguments: [
                LineKey.block - 1, LineKey(value: rows.lowerBound).blockStart, rows.upperBound, rows.upperBound,
            ]) ?? false
    }

    /// Empties what was cleared away, in a copy that nobody uses yet.
    static func emptyCleared(in copy: Database) throws {
        guard try ClearedRows.isMarked(copy) else { return }
        let rooms = try Row.fetchAll(copy, sql: "SELECT number, cleared FROM room WHERE cleared > 0")
            .map { (room: RoomNumber(value: $0[0]), upTo: $0[1] as Int) }
            .filter { try isToBeEmptied($0.room, upTo: $0.upTo, in: copy) }
        guard !rooms.isEmpty else { return }
        try copy.inTransaction {
            for (room, seq) in rooms { try Forgetting.all(of: room, upTo: seq, in: copy) }
            return .commit
        }
        // The pages themselves are written anew, so that no byte of them is left.
        try copy.execute(sql: "VACUUM")
    }
}
