import GRDB

extension HistoryDatabase {
    /// Hides a room's lines up to the newest that has expired by the wall clock, and shows those behind it; nil shows
    /// all. Returns whether any line is hidden.
    func hide(_ room: RoomNumber, _ expired: RetentionClock.Expired.Earlier?) async throws -> Bool {
        try await pool.write { database in
            let last = try expired.flatMap { try Self.newest(of: room, $0, in: database) }
            try database.execute(
                sql: "UPDATE room SET hidden = ?1 WHERE number = ?2 AND hidden != ?1",
                arguments: [last?.seq ?? 0, room.value])
            return last != nil
        }
    }

    private static func newest(
        of room: RoomNumber, _ expired: RetentionClock.Expired.Earlier, in database: Database
    ) throws -> LineKey? {
        let rows = LineKey.rows(room, to: expired.upTo)
        return try Int64.fetchOne(
            database,
            sql: """
                SELECT message.id FROM block CROSS JOIN message ON message.id BETWEEN block.id AND block.id + ?
                WHERE block.id BETWEEN ? AND ? AND block.first < ? AND message.id <= ? AND ts < ? AND text IS NOT NULL
                ORDER BY block.id DESC, message.id DESC LIMIT 1
                """,
            arguments: [
                LineKey.block - 1, rows.lowerBound, rows.upperBound, expired.before, rows.upperBound, expired.before,
            ]
        ).map { LineKey(value: $0) }
    }
}
