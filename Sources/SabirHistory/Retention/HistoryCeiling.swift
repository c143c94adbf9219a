import GRDB

/// What a history may take of its disk, whatever the rooms' `keep_for` and `keep_messages` allow: so that one who writes
/// without end neither fills the disk nor makes it impossible to erase, for which the file is written anew beside itself.
///
/// Never less than what the file took at the opening: what others lay on the disk costs nobody lines that are there.
struct HistoryCeiling: Sendable, Hashable {
    /// Nil before the first look.
    private(set) var bytes: Int?

    /// Two fifths of what the file, the log and free space are together: the file is written anew in an eighth more
    /// than it takes.
    mutating func look(taken: Int, free: Int, reserve: Int) {
        bytes = max(bytes ?? taken, (taken + free - reserve) / 5 * 2)
    }

    /// Which part of the lines is to go where the file has this size; nil where none is. An eighth below the ceiling, so
    /// that it is long until the next time.
    func surplus(of used: Int) -> Double? {
        guard let bytes, used > bytes else { return nil }
        return Double(used - bytes / 8 * 7) / Double(used)
    }
}

extension HistoryDatabase {
    /// What the file takes without the pages that wait to be used again.
    func usedBytes() async throws -> Int {
        try await pool.read { database in
            func number(_ name: String) throws -> Int { try Int.fetchOne(database, sql: "PRAGMA \(name)") ?? 0 }
            return try (number("page_count") - number("freelist_count")) * number("page_size")
        }
    }

    /// About what a line takes, in bytes: its text, and what stands beside that.
    private static let weight = "length(CAST(text AS BLOB)) + 200"

    /// The room among these whose lines take most, and up to which number they are this part of all rooms' lines; nil
    /// where there are none. Reads every line.
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
