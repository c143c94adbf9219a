import GRDB

/// How many lines a filter includes, told before they are erased.
package struct HistoryExtent: Hashable, Sendable {
    package struct Share: Hashable, Sendable {
        package let room: RoomSummary
        package let lines: Int
        /// Names under which the lines were written, in alphabetical order.
        package let people: [String]
    }

    /// Rooms with at least one line, by name.
    package let shares: [Share]
    /// Milliseconds since 1970; nil where there are no lines.
    package let times: ClosedRange<Int>?

    package var lines: Int { shares.reduce(0) { $0 + $1.lines } }
    package var people: [String] { Set(shares.flatMap(\.people)).sorted() }
}

extension HistoryDatabase {
    /// Reads every line that the filter includes.
    func extent(_ filter: HistoryFilter) async throws -> HistoryExtent {
        let rooms = try await rooms()
        return try await pool.read { database in
            var shares: [HistoryExtent.Share] = []
            var (first, last) = (Int.max, Int.min)
            for filter in try RoomFilter.all(filter, withHidden: true, in: database) {
                guard let room = rooms.first(where: { $0.number == filter.room }),
                    let found = try Found(filter, in: database)
                else { continue }
                shares.append(HistoryExtent.Share(room: room, lines: found.lines, people: found.people))
                (first, last) = (min(first, found.times.lowerBound), max(last, found.times.upperBound))
            }
            shares.sort { ($0.room.name, $0.room.number) < ($1.room.name, $1.room.number) }
            return HistoryExtent(shares: shares, times: shares.isEmpty ? nil : first...last)
        }
    }
}

/// The lines of a filter in one room; nil where there are none.
private struct Found {
    let lines: Int
    let times: ClosedRange<Int>
    let people: [String]

    init?(_ filter: RoomFilter, in database: Database) throws {
        let meant = "message.id BETWEEN ? AND ? AND text IS NOT NULL\(filter.conditions)"
        let rows: StatementArguments = [filter.rows.lowerBound, filter.rows.upperBound]
        let row = try Row.fetchOne(
            database, sql: "SELECT count(*), min(ts), max(ts) FROM message WHERE \(meant)", arguments: rows)
        guard let row, let first: Int = row[1], let last: Int = row[2] else { return nil }
        lines = row[0]
        times = first...max(first, last)
        people = try String.fetchAll(
            database,
            sql: """
                SELECT DISTINCT name FROM sender
                WHERE number IN (SELECT DISTINCT sender FROM message WHERE \(meant)) ORDER BY name
                """, arguments: rows)
    }
}

extension HistoryInspection {
    package func extent(_ filter: HistoryFilter) async throws(HistoryError) -> HistoryExtent {
        try await read { try await $0.extent(filter) }
    }

    /// The newest `limit` lines of a room that a filter includes, oldest first.
    package func newest(_ limit: Int, _ filter: HistoryFilter) async throws(HistoryError) -> [HistoryHit] {
        var found: [HistoryHit] = []
        while found.count < limit {
            let query = HistoryQuery("", filter: filter, before: found.first?.message.seq, limit: limit - found.count)
            let page = try await search(query).sorted { $0.message.seq < $1.message.seq }
            if page.isEmpty { break }
            found = page + found
        }
        return found
    }
}
