import GRDB
import SabirProtocol

/// A line that its author takes back, and who is told when it is gone.
struct DueRetraction: Sendable {
    /// The line that is taken back, and its number.
    let id: MessageID
    let seq: Int
    let room: RoomNumber
    /// The id of the retraction, which becomes a line of the room too.
    let retractionID: MessageID
    let beforeErasing: @Sendable ([String]) async -> Void
    let done: @Sendable (Result<[String], HistoryError>) -> Void
}

extension HistoryStore {
    /// Empties this line and its corrections, whose places stay, behind lines handed over before. `done` is called
    /// once, on a thread of the store, with their texts, when no byte of those is left in the files. Rewriting the
    /// files takes longer the more lines there are; retractions that come meanwhile share the next time. Where the
    /// files cannot be rewritten at present, which is reported, the lines are empty for every reader all the same, and
    /// `done` is called then.
    ///
    /// The retraction's own id, `retractionID`, is stored with the emptying: a process that dies before the room has
    /// told the retraction finds it in `RoomPast.retractions`, and calls this for it again, as the line's bytes may
    /// still be in the file.
    ///
    /// - Parameter beforeErasing: gets the texts while they are still in the file, so that translations of them go
    ///   before the texts do.
    package nonisolated func retract(
        _ id: MessageID, in room: RoomNumber, seq: Int, by retractionID: MessageID,
        beforeErasing: @escaping @Sendable ([String]) async -> Void = { _ in },
        done: @escaping @Sendable (Result<[String], HistoryError>) -> Void
    ) {
        inTurn { store in
            store.retractions.append(
                DueRetraction(
                    id: id, seq: seq, room: room, retractionID: retractionID, beforeErasing: beforeErasing, done: done))
            guard !store.isRetracting else { return }
            store.isRetracting = true
            Task { await store.retractDue() }
        }
    }

    /// After rewriting the files, the next erasure waits this many times as long as that took: others use the disk too.
    private static let pause = 3

    private func retractDue() async {
        defer { isRetracting = false }
        while !retractions.isEmpty {
            let due = retractions
            retractions = []
            let start = ContinuousClock.now
            let results = await retract(due)
            let took = start.duration(to: .now)
            for (retraction, result) in zip(due, results) { retraction.done(result) }
            if !retractions.isEmpty { try? await Task.sleep(for: took * Self.pause) }
        }
    }

    private func retract(_ due: [DueRetraction]) async -> [Result<[String], HistoryError>] {
        await oneAtATime {
            var results: [Result<[String], HistoryError>] = []
            for retraction in due { results.append(await self.empty(retraction)) }
            self.purge.isDue = true
            if self.purge.failure == nil || self.purge.mayTry(self.settings.now()) { try? await self.purgeNow() }
            return results
        }
    }

    private func empty(_ retraction: DueRetraction) async -> Result<[String], HistoryError> {
        if case .memoryOnly(let reason) = state {
            return .failure(.unusable(file.path, "lines cannot be erased now: \(reason)"))
        }
        do throws(HistoryError) {
            let (id, room) = (retraction.id, retraction.room)
            let lines = LineChoice(id, in: room, seq: retraction.seq)
            let texts = try await change { try await $0.texts(of: lines) } + unsaved.texts(of: id, in: room)
            if !texts.isEmpty { await retraction.beforeErasing(texts) }
            try await change { try await $0.retract(lines, by: retraction.retractionID) }
            unsaved.retract(id, in: room)
            return .success(texts)
        } catch {
            return .failure(error)
        }
    }
}

/// The rows of a line and of its corrections.
struct LineChoice: Sendable {
    fileprivate let first: LineKey
    private let last: Int64
    private let id: MessageID

    init(_ id: MessageID, in room: RoomNumber, seq: Int) {
        (first, last) = (LineKey(room, seq), LineKey.rows(room).upperBound)
        self.id = id
    }

    fileprivate static let condition = """
        text IS NOT NULL AND retracted IS NULL AND (
            id = ?1 AND high = ?3 AND low = ?4 OR id BETWEEN ?1 AND ?2 AND corrects = ?5)
        """
    fileprivate var arguments: StatementArguments {
        [first.value, last, id.value.stored.high, id.value.stored.low, id.plain]
    }
}

extension HistoryDatabase {
    func texts(of lines: LineChoice) async throws -> [String] {
        try await pool.read {
            try String.fetchAll(
                $0, sql: "SELECT text FROM message WHERE \(LineChoice.condition)", arguments: lines.arguments)
        }
    }

    /// Empties these lines, and stores in the same transaction that the retraction has yet to be told.
    func retract(_ lines: LineChoice, by retractionID: MessageID) async throws {
        try await pool.write { database in
            try database.execute(
                sql: """
                    UPDATE message SET text = '', lang = 'en', reply = NULL, retracted = 1
                    WHERE \(LineChoice.condition)
                    """, arguments: lines.arguments)
            // A line that expired meanwhile, or was erased, was told as gone already.
            try database.execute(
                sql: """
                    INSERT OR REPLACE INTO retraction
                    SELECT id, ? FROM message WHERE id = ? AND text IS NOT NULL
                    """, arguments: [retractionID.description, lines.first.value])
            // A process that dies now purges the file at its next start.
            try database.execute(sql: "UPDATE life SET purgeIsDue = 1")
        }
    }

    /// Retractions whose lines are empty and that no room has told yet; none in a file of an earlier version.
    func untoldRetractions(of room: RoomNumber) async throws -> [(id: MessageID, line: KnownID)] {
        let rows = LineKey.rows(room)
        return try await pool.read { database in
            let cleared = try ClearedRows.last(of: room, in: database)
            return try Row.fetchAll(
                database,
                sql: """
                    SELECT line.*, retraction.id AS retractionID FROM retraction
                    JOIN (\(LineColumns.selection)) AS line ON line.id = retraction.line
                    WHERE retraction.line BETWEEN ? AND ? ORDER BY retraction.line
                    """, arguments: [rows.lowerBound, rows.upperBound]
            ).compactMap { row in
                guard let id = MessageID(row["retractionID"]), let line = LineColumns.known(row, cleared: cleared),
                    line.message != nil
                else { return nil }
                return (id, line)
            }
        }
    }
}

extension Database {
    func markRetractionTold(_ retractionID: MessageID, in room: RoomNumber) throws {
        let rows = LineKey.rows(room)
        try execute(
            sql: "DELETE FROM retraction WHERE line BETWEEN ? AND ? AND id = ?",
            arguments: [rows.lowerBound, rows.upperBound, retractionID.description])
    }
}
