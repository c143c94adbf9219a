import GRDB

extension HistoryDatabase {
    /// The rooms with cleared lines that are not emptied yet, and the number up to which they were cleared.
    func roomsToEmpty() async throws -> [(room: RoomNumber, upTo: Int)] {
        try await pool.read { try Self.roomsToEmpty($0) }
    }

    private static func roomsToEmpty(_ database: Database) throws -> [(room: RoomNumber, upTo: Int)] {
        try Row.fetchAll(database, sql: "SELECT number, cleared FROM room WHERE cleared > 0 ORDER BY number")
            .map { (room: RoomNumber(value: $0[0]), upTo: $0[1] as Int) }
            .filter { try isToBeEmptied($0.room, upTo: $0.upTo, in: database) }
    }

    /// Blocks with nothing left are not listed, so that little has to be read.
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

    /// Empties cleared lines in a copy that nobody uses yet.
    static func emptyCleared(in copy: Database) throws {
        guard try ClearedRows.isMarked(copy) else { return }
        let rooms = try roomsToEmpty(copy)
        guard !rooms.isEmpty else { return }
        try copy.inTransaction {
            for (room, seq) in rooms { try Forgetting.all(of: room, upTo: seq, in: copy) }
            return .commit
        }
        // Rewrites the pages, so that no byte of the lines is left.
        try copy.execute(sql: "VACUUM")
    }
}
