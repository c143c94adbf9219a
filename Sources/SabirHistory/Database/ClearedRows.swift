import GRDB

/// Lines that staff cleared. A mark in the room's row says up to which number; it is on the disk before anybody is
/// told, and every reader respects it. The lines themselves are emptied afterwards.
///
/// A second mark hides in the same way what has expired by a clock in doubt (`ClockDoubt`), until it is taken back or
/// the lines are emptied too. Erasing includes hidden lines.
enum ClearedRows {
    /// The last row of a room that is cleared, or hidden and `withHidden` is false; the row of number 0 where there is
    /// none.
    static func last(of room: RoomNumber, withHidden: Bool = false, in database: Database) throws -> Int64 {
        let mark = withHidden ? "cleared" : "max(cleared, hidden)"
        let statement = try database.cachedStatement(sql: "SELECT \(mark) FROM room WHERE number = ?")
        let seq = try Int.fetchOne(statement, arguments: [room.value]) ?? 0
        return LineKey(room, seq).value
    }

    static func isMarked(_ database: Database) throws -> Bool {
        try database.columns(in: "room").contains { $0.name == "cleared" }
    }

    /// The rows of one room that can still be read, or, with `withHidden`, be erased; nil where none can.
    static func left(
        of rows: ClosedRange<Int64>, _ room: RoomNumber, withHidden: Bool = false, in database: Database
    ) throws -> ClosedRange<Int64>? {
        let first = max(rows.lowerBound, try last(of: room, withHidden: withHidden, in: database) + 1)
        return first <= rows.upperBound ? first...rows.upperBound : nil
    }
}

extension HistoryDatabase {
    /// Marks lines as cleared. The mark is on the disk when this returns, whatever the other transactions do. Numbers
    /// of lines that are in memory alone, as on a nearly full disk, are marked too: the next run must not give such a
    /// number to a new line, which would then count as cleared.
    func markCleared(_ room: RoomNumber, upTo seq: Int) async throws {
        let path = file.path
        try await pool.writeWithoutTransaction { database in
            let usual = try Int.fetchOne(database, sql: "PRAGMA synchronous") ?? 1
            try database.execute(sql: "PRAGMA synchronous = FULL")
            defer { try? database.execute(sql: "PRAGMA synchronous = \(usual)") }
            try database.inTransaction(.immediate) {
                try database.execute(
                    sql: "UPDATE room SET cleared = max(cleared, ?), newest = max(newest, ?) WHERE number = ?",
                    arguments: [seq, seq, room.value])
                guard database.changesCount > 0 else {
                    throw HistoryError.unusable(path, "the room is not in it")
                }
                return .commit
            }
        }
    }
}
