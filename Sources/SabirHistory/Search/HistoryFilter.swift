import GRDB
import SabirProtocol

/// Chooses lines; nil fields do not restrict.
package struct HistoryFilter: Hashable, Sendable {
    /// A room's id.
    package var room: String?
    /// A person's name, whatever its case and accents, or a member id.
    package var person: String?
    /// Milliseconds since 1970, by the host's clock when the line was written.
    package var span: ClosedRange<Int>?

    package init(room: String? = nil, person: String? = nil, span: ClosedRange<Int>? = nil) {
        self.room = room
        self.person = person
        self.span = span
    }

    /// Whether the filter includes this message of the room with this id.
    package func means(_ message: Message, in room: String) -> Bool {
        if let wanted = self.room, wanted != room { return false }
        if let span, !span.contains(message.ts) { return false }
        guard let person else { return true }
        return message.member.rawValue == person || Folding.fold(message.from) == Folding.fold(person)
    }

    /// Whether the filter includes device records besides lines: not where its span has a beginning.
    var meansDevices: Bool { span.map { $0.lowerBound <= 0 } ?? true }

    package var isEmpty: Bool { self == HistoryFilter() }
}

/// A filter resolved to numbers for one room.
struct RoomFilter: Sendable {
    let room: RoomNumber
    /// The number up to which the room's lines are indexed.
    let indexed: Int
    /// The senders that match the person; nil for everybody.
    let senders: Set<Int64>?
    let span: ClosedRange<Int>?
    /// The possible rows: those of blocks that overlap the span.
    let rows: ClosedRange<Int64>

    /// One for each room that the filter includes, by number, without rooms that can have no matching line.
    /// `withHidden`: includes lines that are hidden from readers (`ClearedRows`).
    static func all(
        _ filter: HistoryFilter, withHidden: Bool = false, in database: Database
    ) throws -> [RoomFilter] {
        try Row.fetchAll(
            database, sql: "SELECT number, indexed FROM room WHERE ?1 IS NULL OR id = ?1 ORDER BY number",
            arguments: [filter.room]
        ).compactMap {
            try RoomFilter(
                RoomNumber(value: $0[0]), indexed: $0[1], filter, withHidden: withHidden, in: database)
        }
    }

    private init?(
        _ room: RoomNumber, indexed: Int, _ filter: HistoryFilter, withHidden: Bool, in database: Database
    ) throws {
        self.room = room
        self.indexed = indexed
        span = filter.span
        senders = try filter.person.map { Set(try database.senders($0, room.value).map(\.number)) }
        if let senders, senders.isEmpty { return nil }
        let all = try ClearedRows.left(of: LineKey.rows(room), room, withHidden: withHidden, in: database)
        guard let all, let rows = try Self.rows(all, filter.span, in: database) else { return nil }
        self.rows = rows
    }

    private static func rows(
        _ all: ClosedRange<Int64>, _ span: ClosedRange<Int>?, in database: Database
    ) throws -> ClosedRange<Int64>? {
        guard let span else { return all }
        let row = try Row.fetchOne(
            database,
            sql: "SELECT min(id), max(id) FROM block WHERE id BETWEEN ? AND ? AND last >= ? AND first <= ?",
            arguments: [
                LineKey(value: all.lowerBound).blockStart, all.upperBound, span.lowerBound, span.upperBound,
            ])
        guard let first: Int64 = row?[0], let last: Int64 = row?[1] else { return nil }
        return max(first, all.lowerBound)...last + LineKey.block - 1
    }

    /// The condition on `message` rows, to follow a WHERE clause; empty where all rows match.
    var conditions: String {
        var conditions = ""
        if let senders { conditions += " AND message.sender IN (\(senders.listed))" }
        if let span { conditions += " AND ts BETWEEN \(span.lowerBound) AND \(span.upperBound)" }
        return conditions
    }

    func admits(sender: Int64, ts: Int) -> Bool {
        (senders?.contains(sender) ?? true) && (span?.contains(ts) ?? true)
    }
}

extension Database {
    /// The rows of everybody who has written in this room under this name, whatever its case and accents, or member id.
    func senders(_ person: String, _ room: Int64) throws -> [(number: Int64, author: Int64)] {
        let name = Folding.fold(person)
        let rows = try Row.fetchCursor(
            self, sql: "SELECT number, author, member, name FROM sender WHERE room = ?", arguments: [room])
        return try Array(rows.filter { Folding.fold($0[3]) == name || $0[2] == person }.map { ($0[0], $0[1]) })
    }
}

extension Set<Int64> {
    /// For the IN operator of SQL.
    var listed: String { sorted().map(String.init).joined(separator: ",") }
}
