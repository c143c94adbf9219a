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
}
