import GRDB

/// Bounds a history's share of its disk, whatever the rooms' `keep_for` and `keep_messages` allow: somebody who writes
/// without end must neither fill the disk nor make erasing impossible, for which the file is rewritten beside itself.
///
/// Never less than the file's size at the opening: other files on the disk cost nobody existing lines.
struct HistoryCeiling: Sendable, Hashable {
    /// The most bytes that the history may take; nil before the first `update`.
    private(set) var bytes: Int?

    /// Two fifths of the file, the log and free space together: rewriting takes an eighth more than the file's size.
    mutating func update(taken: Int, free: Int, reserve: Int) {
        bytes = max(bytes ?? taken, (taken + free - reserve) / 5 * 2)
    }

    /// The part of the lines to remove for a file of this size; nil where none is. Goes an eighth below the ceiling, so
    /// that it lasts for a while.
    func surplus(of used: Int) -> Double? {
        guard let bytes, used > bytes else { return nil }
        return Double(used - bytes / 8 * 7) / Double(used)
    }
}

extension HistoryDatabase {
    /// The file's size without its free pages.
    func usedBytes() async throws -> Int {
        try await pool.read { database in
            func number(_ name: String) throws -> Int { try Int.fetchOne(database, sql: "PRAGMA \(name)") ?? 0 }
            return try (number("page_count") - number("freelist_count")) * number("page_size")
        }
    }

    /// Approximate bytes of a line: its text, and its other columns.
    private static let weight = "length(CAST(text AS BLOB)) + 200"

    /// The room among these whose lines take most, and the number up to which they are the given share of all rooms'
    /// lines; nil where there are no lines. Reads every line.
    func oldestLines(_ share: Double, among rooms: [RoomNumber]) async throws -> (room: RoomNumber, upTo: Int)? {
        try await pool.read { database in
            let weights = try rooms.map { room in
                let rows = LineKey.rows(room)
                let sum = try Int.fetchOne(
                    database,
                    sql: "SELECT sum(\(Self.weight)) FROM message WHERE id BETWEEN ? AND ? AND text IS NOT NULL",
                    arguments: [rows.lowerBound, rows.upperBound])
                return (room: room, bytes: sum ?? 0)
            }
            guard let most = weights.max(by: { $0.bytes < $1.bytes }) else { return nil }
            var left = Int(Double(weights.reduce(0) { $0 + $1.bytes }) * share)
            let rows = LineKey.rows(most.room)
            let lines = try Row.fetchCursor(
                database,
                sql: "SELECT id, \(Self.weight) FROM message WHERE id BETWEEN ? AND ? AND text IS NOT NULL ORDER BY id",
                arguments: [rows.lowerBound, rows.upperBound])
            var last: Int64?
            while left > 0, let line = try lines.next() {
                last = line[0] as Int64
                left -= line[1] as Int
            }
            return last.map { (most.room, LineKey(value: $0).seq) }
        }
    }
}
