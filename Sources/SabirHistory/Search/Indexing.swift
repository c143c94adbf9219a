import GRDB
import SabirProtocol

/// Indexes lines that are in the database already, never delaying an append.
///
/// Lines that are not indexed yet are searched by reading them. So an append costs nothing for search, and a search
/// misses nothing.
enum Indexing {
    /// The number of lines that must wait before indexing, so that the index has no tiny pieces; also the most in one
    /// transaction, so that a waiting append is delayed by some milliseconds at most.
    static let batch = 64
    /// Pages (4 KiB) of the index merged in one transaction; a batch writes about a tenth of that.
    static let pages = 32

    /// Indexes the next lines of a room that has enough of them waiting. Returns false where no room has.
    static func step(_ database: Database, batch: Int = batch) throws -> Bool {
        let selection = try database.cachedStatement(
            sql: "SELECT number, newest, indexed FROM room WHERE newest - indexed >= ? LIMIT 1")
        guard let row = try Row.fetchOne(selection, arguments: [Self.batch]) else { return false }
        let room = RoomNumber(value: row[0])
        let newest: Int = row[1]
        let first = try next(after: row[2], room, in: database) ?? newest
        let endOfBlock = LineKey(value: LineKey(room, first).blockStart + LineKey.block - 1).seq
        try index(database, room, from: first, to: min(newest, first + batch - 1, endOfBlock))
        return true
    }

    /// Merges some pieces of the index; false where nothing is left to merge. FTS5 would merge within an insertion,
    /// sometimes for very long; that is switched off.
    static func merge(_ database: Database) throws -> Bool {
        let before = database.totalChangesCount
        try database.cachedStatement(sql: "INSERT INTO trigram (trigram, rank) VALUES ('merge', \(pages))").execute()
        // FTS5, "The merge command": fewer than two changes mean that nothing was done.
        return database.totalChangesCount - before >= 2
    }

    /// The first number after `seq` with a line: erased ones may leave long holes.
    private static func next(after seq: Int, _ room: RoomNumber, in database: Database) throws -> Int? {
        let rows = LineKey.rows(room, from: seq + 1)
        let selection = try database.cachedStatement(sql: "SELECT min(id) FROM message WHERE id BETWEEN ? AND ?")
        let row = try Row.fetchOne(selection, arguments: [rows.lowerBound, rows.upperBound])
        return (row?[0] as Int64?).map { LineKey(value: $0).seq }
    }

    /// Indexes lines of one block that follow the indexed ones.
    static func index(_ database: Database, _ room: RoomNumber, from first: Int, to last: Int) throws {
        let rows = LineKey.rows(room, from: first, to: last)
        let selection = try database.cachedStatement(
            sql: "SELECT id, text FROM message WHERE id BETWEEN ? AND ? AND text IS NOT NULL ORDER BY id")
        let insertion = try database.cachedStatement(sql: "INSERT INTO trigram (rowid, text) VALUES (?, ?)")
        var folded: [UInt8] = []
        let lines = try Row.fetchCursor(selection, arguments: [rows.lowerBound, rows.upperBound])
        while let line = try lines.next() {
            Folding.fold(line[1], into: &folded)
            try insertion.execute(arguments: [line[0] as Int64, String(decoding: folded, as: UTF8.self)])
        }
        try database.cachedStatement(sql: "UPDATE room SET indexed = ? WHERE number = ?")
            .execute(arguments: [last, room.value])
        let key = LineKey(room, last)
        if key.value == key.blockStart + LineKey.block - 1 { try makeLists(database, of: key.blockStart) }
    }

    /// Stores the letters and ids of a full block.
    static func makeLists(_ database: Database, of block: Int64) throws {
        let selection = try database.cachedStatement(
            sql: "SELECT id, high, low, text FROM message WHERE id BETWEEN ? AND ? ORDER BY id")
        var keys: Set<UInt64> = []
        var ids: [KnownIDs.Entry] = []
        var folded: [UInt8] = []
        let lines = try Row.fetchCursor(selection, arguments: [block, block + LineKey.block - 1])
        while let line = try lines.next() {
            ids.append(.init(id: MessageID.Value(line[1], line[2]), row: line[0]))
            guard let text: String = line[3] else { continue }
            Folding.fold(text, into: &folded)
            Grams.collect(folded, into: &keys)
        }
        guard !ids.isEmpty else { return }
        try database.cachedStatement(sql: "INSERT OR REPLACE INTO ids VALUES (?, ?)")
            .execute(arguments: [block, IDList.encode(ids, from: block)])
        try database.cachedStatement(sql: "INSERT OR REPLACE INTO grams VALUES (?, ?)")
            .execute(arguments: [block, Grams.encode(keys)])
    }
}
