import GRDB
import SabirProtocol

/// Facts about one room in a history.
package struct RoomSummary: Hashable, Sendable {
    package let number: RoomNumber
    package let id: String
    package let name: String
    /// Number of the room's newest line, erased or not.
    package let newest: Int
    /// How many lines can be read.
    package let lines: Int
    /// Times of the earliest and the latest readable line, in milliseconds since 1970; nil in an empty room.
    package let times: ClosedRange<Int>?
}

extension HistoryDatabase {
    /// All rooms, by name. Reads one row for a thousand lines.
    func rooms() async throws -> [RoomSummary] {
        try await pool.read { database in
            try Row.fetchAll(database, sql: "SELECT number, id, name, newest FROM room ORDER BY name, number")
                .map { row in
                    let number = RoomNumber(value: row[0])
                    let (lines, times) = try Self.extent(of: number, in: database)
                    return RoomSummary(
                        number: number, id: row[1], name: row[2], newest: row[3], lines: lines, times: times)
                }
        }
    }

    /// The readable lines and their times: by blocks behind the cleared part, and line by line in the one block that
    /// was cleared in part.
    private static func extent(
        of room: RoomNumber, in database: Database
    ) throws -> (lines: Int, times: ClosedRange<Int>?) {
        guard let rows = try ClearedRows.left(of: LineKey.rows(room), room, in: database) else { return (0, nil) }
        let start = LineKey(value: rows.lowerBound).blockStart
        let next = rows.lowerBound == LineKey.rows(room).lowerBound + 1 ? start : start + LineKey.block
        let row = try Row.fetchOne(
            database,
            sql: """
                SELECT total(lines), min(first), max(last) FROM (
                    SELECT count AS lines, first, last FROM block WHERE id BETWEEN ?3 AND ?4
                    UNION ALL
                    SELECT count(*), min(ts), max(ts) FROM message
                    WHERE id BETWEEN ?1 AND ?2 AND text IS NOT NULL)
                """, arguments: [rows.lowerBound, next - 1, next, rows.upperBound])
        let first: Int? = row?[1]
        let last: Int? = row?[2]
        return (row?[0] ?? 0, first.flatMap { first in last.map { first...max(first, $0) } })
    }

    /// The newest lines before number `seq`, oldest first. Reads no more than it returns.
    func lines(_ room: RoomNumber, before seq: Int, limit: Int) async throws -> [Message] {
        guard seq > 0 else { return [] }
        return try await pool.read { database in
            let all = LineKey.rows(room, to: seq - 1)
            guard let rows = try ClearedRows.left(of: all, room, in: database) else { return [] }
            let statement = try database.cachedStatement(
                sql: """
                    \(LineColumns.selection) WHERE message.id BETWEEN ? AND ? AND text IS NOT NULL
                    ORDER BY message.id DESC LIMIT ?
                    """)
            return try Row.fetchAll(statement, arguments: [rows.lowerBound, rows.upperBound, limit])
                .compactMap(LineColumns.message).reversed()
        }
    }

    /// What is left of the line in this row; nil where there is none.
    func known(_ row: LineKey) async throws -> KnownID? {
        try await pool.read { database in
            let cleared = try ClearedRows.last(of: row.room, in: database)
            return try Row.fetchOne(
                database, sql: "\(LineColumns.selection) WHERE message.id = ?", arguments: [row.value]
            ).flatMap { LineColumns.known($0, cleared: cleared) }
        }
    }
}

enum LineColumns {
    static let selection = """
        SELECT message.id, ts, high, low, member, name, lang, text, spelled, reply, via, author, role, corrects,
        retracts, retracted, confirms
        FROM message JOIN sender ON sender.number = message.sender
        """

    static func message(_ row: Row) -> Message? {
        guard let text: String = row[7], let id = id(row), let lang = LanguageTag(row[6] ?? "und") else { return nil }
        let reply: String? = row[9]
        let role: String? = row[12]
        let retracted: Int? = row[15]
        return Message(
            seq: LineKey(value: row[0]).seq, id: id, ts: row[1], member: MemberID(rawValue: row[4]), from: row[5],
            lang: lang, text: text, reply: reply.flatMap { MessageID($0) }, via: row[10],
            role: role.flatMap(MemberRole.init), revision: revision(row), isRetracted: retracted == 1)
    }

    /// `cleared`: the last cleared row of the room.
    static func known(_ row: Row, cleared: Int64) -> KnownID? {
        guard let id = id(row) else { return nil }
        let author: Int64 = row[11]
        let key: Int64 = row[0]
        return KnownID(
            id: id, seq: LineKey(value: row[0]).seq, ts: row[1],
            author: author == 0 ? nil : AuthorID(value: author), message: key > cleared ? message(row) : nil)
    }

    private static func revision(_ row: Row) -> Revision? {
        if let line = (row[13] as String?).flatMap({ MessageID($0) }) {
            return (row[16] as String?).flatMap { MessageID($0) }.map { .confirms($0, of: line) } ?? .corrects(line)
        }
        return (row[14] as String?).flatMap { MessageID($0) }.map(Revision.retracts)
    }

    private static func id(_ row: Row) -> MessageID? {
        if let spelled: String = row[8] { return MessageID(spelled) }
        return MessageID(MessageID.Value(row[2], row[3]))
    }
}
