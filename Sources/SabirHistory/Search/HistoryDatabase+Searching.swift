import Foundation
import GRDB
import SabirProtocol

extension HistoryDatabase {
    /// The lines that a query finds, newest first. Cancelling the task ends the search.
    func search(_ query: HistoryQuery) async throws -> [HistoryHit] {
        try await pool.read { database in
            var hits: [HistoryHit] = []
            for filter in try RoomFilter.all(query.filter, in: database) {
                var search = RoomSearch(query, filter, database)
                hits += try search.run()
            }
            hits.sort { ($0.message.ts, $0.room, $0.message.seq) > ($1.message.ts, $1.room, $1.message.seq) }
            return Array(hits.prefix(query.limit))
        }
    }
}

/// A search in one room. Each strategy yields candidates, newest first; their text decides.
private struct RoomSearch {
    /// A person with fewer lines is searched line by line.
    private static let fewLines = 4_000
    /// The number of rows from which on sampling pays, and the number of places sampled.
    private static let longStretch: Int64 = 16_384
    private static let places: Int64 = 16

    private let query: HistoryQuery
    private let filter: RoomFilter
    private let database: Database
    /// The rows to search; nil where the room's lines are all later than the query's.
    private let span: ClosedRange<Int64>?
    private var found: [Int64] = []
    private var folded: [UInt8] = []

    init(_ query: HistoryQuery, _ filter: RoomFilter, _ database: Database) {
        self.query = query
        self.filter = filter
        self.database = database
        let last = query.before.map { LineKey(filter.room, max(0, $0 - 1)).value } ?? filter.rows.upperBound
        let end = min(filter.rows.upperBound, last)
        span = filter.rows.lowerBound <= end ? filter.rows.lowerBound...end : nil
    }

    mutating func run() throws -> [HistoryHit] {
        guard let rows = span else { return [] }
        let indexed = LineKey(filter.room, filter.indexed).value
        if let senders = filter.senders, try areFew(senders) {
            try readLines(of: senders, in: rows)
        } else {
            try read(max(rows.lowerBound, indexed + 1), rows.upperBound)
            let older = (rows.lowerBound, min(rows.upperBound, indexed))
            if query.terms.terms.isEmpty {
                try read(older.0, older.1)
            } else {
                let grams = Trigrams.all(of: query.terms.terms)
                if grams.isEmpty {
                    try readBlocks(older.0, older.1)
                } else {
                    try readIndexed(try choice(of: grams, older.0, older.1), older.0, older.1)
                }
            }
        }
        return try found.compactMap(hit)
    }

    private var isFull: Bool { found.count >= query.limit }

    private func areFew(_ senders: Set<Int64>) throws -> Bool {
        let count = try Int.fetchOne(
            database,
            sql: "SELECT count(*) FROM (SELECT 1 FROM message WHERE sender IN (\(senders.listed)) LIMIT ?)",
            arguments: [Self.fewLines + 1])
        return (count ?? 0) <= Self.fewLines
    }

    private mutating func readLines(of senders: Set<Int64>, in rows: ClosedRange<Int64>) throws {
        try judge(
            """
            SELECT id, ts, sender, text FROM message WHERE sender IN (\(senders.listed)) AND id BETWEEN ? AND ?
            ORDER BY id DESC
            """, [rows.lowerBound, rows.upperBound])
    }

    private mutating func read(_ first: Int64, _ last: Int64) throws {
        guard first <= last, !isFull else { return }
        try judge(
            "SELECT id, ts, sender, text FROM message WHERE id BETWEEN ? AND ? ORDER BY id DESC", [first, last])
    }

    /// The index query: in a long stretch with the sequences that a sample of its lines suggests.
    private mutating func choice(of grams: [[UInt8]], _ first: Int64, _ last: Int64) throws -> String {
        guard grams.count > 1, last - first > Self.longStretch else {
            return Trigrams.query(grams.prefix(Trigrams.most))
        }
        var choice = TrigramChoice(grams)
        for place in 0..<Self.places {
            let start = first + (last - first) / Self.places * place
            let lines = try Row.fetchCursor(
                database.cachedStatement(
                    sql: "SELECT text FROM message WHERE id BETWEEN ? AND ? AND text IS NOT NULL ORDER BY id LIMIT ?"),
                arguments: [start, last, TrigramChoice.sample / Int(Self.places)])
            while let line = try lines.next() {
                Folding.fold(line[0], into: &folded)
                choice.add(folded)
            }
        }
        return Trigrams.query(choice.chosen(most: Trigrams.most).map { grams[$0] })
    }

    private mutating func readIndexed(_ match: String, _ first: Int64, _ last: Int64) throws {
        guard first <= last, !isFull else { return }
        // CROSS JOIN fixes the order of the tables, the index first.
        try judge(
            """
            SELECT message.id, ts, sender, message.text FROM trigram CROSS JOIN message ON message.id = trigram.rowid
            WHERE trigram MATCH ? AND trigram.rowid BETWEEN ? AND ? ORDER BY trigram.rowid DESC
            """, [match, first, last])
    }

    /// Reads the blocks that have all the letters, and those whose letters are not listed.
    private mutating func readBlocks(_ first: Int64, _ last: Int64) throws {
        guard first <= last, !isFull else { return }
        let keys = Set(query.terms.terms.compactMap(Grams.key(ofTerm:))).sorted()
        let blocks = try Row.fetchCursor(
            database,
            sql: """
                SELECT block.id, data FROM block LEFT JOIN grams ON grams.id = block.id
                WHERE block.id BETWEEN ? AND ? ORDER BY block.id DESC
                """, arguments: [LineKey(value: first).blockStart, last])
        while !isFull, let block = try blocks.next() {
            let data: Data? = block[1]
            if let data, !Grams.contain(data, all: keys) { continue }
            let start: Int64 = block[0]
            try read(max(first, start), min(last, start + LineKey.block - 1))
        }
    }

    private mutating func judge(_ sql: String, _ arguments: StatementArguments) throws {
        let candidates = try Row.fetchCursor(database, sql: sql, arguments: arguments)
        while !isFull, let row = try candidates.next() {
            guard filter.admits(sender: row[2], ts: row[1]), let text: String = row[3] else { continue }
            Folding.fold(text, into: &folded)
            if query.terms.match(folded) { found.append(row[0]) }
        }
    }

    private func hit(_ row: Int64) throws -> HistoryHit? {
        let statement = try database.cachedStatement(sql: "\(LineColumns.selection) WHERE message.id = ?")
        guard let message = try Row.fetchOne(statement, arguments: [row]).flatMap(LineColumns.message) else {
            return nil
        }
        return HistoryHit(room: filter.room, message: message, matches: query.terms.ranges(in: message.text))
    }
}
