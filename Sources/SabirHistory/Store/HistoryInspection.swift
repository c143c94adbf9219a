import Foundation
import GRDB
import SabirWire

/// A history from outside, beside the process that owns it: for the commands. It reads, and asks the owner to erase.
package struct HistoryInspection: Sendable {
    let database: HistoryDatabase

    /// Throws where there is no history, or it is damaged, newer or not ours.
    package init(path: String) throws(HistoryError) {
        database = try HistoryDatabase.openForReading(HistoryFile(path: path))
    }

    package func summaries() async throws(HistoryError) -> [RoomSummary] { try await read { try await $0.rooms() } }

    package func search(_ query: HistoryQuery) async throws(HistoryError) -> [HistoryHit] {
        try await read { try await $0.search(query) }
    }

    package func lines(_ room: RoomNumber, before seq: Int, limit: Int) async throws(HistoryError) -> [Message] {
        try await read { try await $0.lines(room, before: seq, limit: limit) }
    }

    package func lines(_ room: RoomNumber, after seq: Int, limit: Int) async throws(HistoryError) -> [Message] {
        try await read { try await $0.lines(room, after: seq, limit: limit) }
    }

    /// Writes a whole copy to `path` while the history is in use.
    package func backUp(to path: String) async throws(HistoryError) { try await database.backUp(to: path) }

    func read<T: Sendable>(
        _ body: @Sendable (HistoryDatabase) async throws -> T
    ) async throws(HistoryError) -> T {
        do {
            return try await body(database)
        } catch {
            throw .wrapping(error, database.file.path)
        }
    }

    /// Asks the process that owns the history to erase lines: it does so with its next `maintain`.
    package func askToErase(_ filter: HistoryFilter) async throws(HistoryError) {
        guard !filter.isEmpty else { throw .request("What is to be erased? Name a room, a person or a span of time.") }
        try await read { try await $0.ask(toErase: filter) }
    }

    /// Whether the owner of the history at `path` still has erasures to do, or their bytes to purge.
    package static func isErasing(path: String) async throws(HistoryError) -> Bool {
        let inspection = try HistoryInspection(path: path)
        defer { inspection.close() }
        return try await inspection.read { database in
            try await database.pool.read { database in
                try Bool.fetchOne(
                    database, sql: "SELECT EXISTS (SELECT 1 FROM erasure) OR (SELECT purgeIsDue FROM life)") ?? false
            }
        }
    }

    package func close() { try? database.discard() }
}

extension HistoryDatabase {
    func ask(toErase filter: HistoryFilter) async throws {
        try await pool.write { database in
            try database.execute(
                sql: "INSERT INTO erasure (room, person, first, last) VALUES (?, ?, ?, ?)",
                arguments: [filter.room, filter.person, filter.span?.lowerBound, filter.span?.upperBound])
        }
    }

    /// What other processes ask to be erased. The purge that follows leaves the requests themselves behind too.
    func erasures() async throws -> [(number: Int64, filter: HistoryFilter)] {
        try await pool.read { database in
            try Row.fetchAll(database, sql: "SELECT * FROM erasure ORDER BY number").map { row in
                let first: Int? = row["first"]
                let last: Int? = row["last"]
                let span = first.flatMap { first in last.map { first...max(first, $0) } }
                return (row["number"], HistoryFilter(room: row["room"], person: row["person"], span: span))
            }
        }
    }
}
