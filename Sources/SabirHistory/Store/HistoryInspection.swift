/// Read access to a history for the commands, beside the process that owns it.
package struct HistoryInspection: Sendable {
    let database: HistoryDatabase

    /// Throws where there is no history, or it is damaged, newer or foreign.
    package init(path: String) throws(HistoryError) {
        database = try HistoryDatabase.openForReading(HistoryFile(path: path))
    }

    /// Size of the database and its log on disk.
    package var bytes: Int { database.file.bytes }

    package func summaries() async throws(HistoryError) -> [RoomSummary] { try await read { try await $0.rooms() } }

    package func search(_ query: HistoryQuery) async throws(HistoryError) -> [HistoryHit] {
        try await read { try await $0.search(query) }
    }

    /// Writes a copy to `path` while the history is in use.
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

    package func close() { try? database.discard() }
}
