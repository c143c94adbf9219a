/// Controls who uses the database, so that its file can be exchanged: many users at a time, or one alone.
struct Gate {
    enum User {
        case reader
        /// A user that may hold the writing connection for a while.
        case writer
    }

    var users = 0
    var writers = 0
    var isClosed = false
    /// A caller that wants to be alone and waits for the last user.
    var alone: CheckedContinuation<Void, Never>?
    var waiting: [CheckedContinuation<Void, Never>] = []
}

extension HistoryStore {
    /// Runs `body` with the database, once no exchange is under way; nil where there is none.
    func use<T: Sendable>(
        as user: Gate.User = .writer, _ body: @Sendable (HistoryDatabase) async throws -> T
    ) async throws -> T? {
        while gate.isClosed { await withCheckedContinuation { gate.waiting.append($0) } }
        guard let database else { return nil }
        gate.users += 1
        if user == .writer { gate.writers += 1 }
        defer {
            gate.users -= 1
            if user == .writer { gate.writers -= 1 }
            if gate.users == 0 { gate.alone?.resume() }
            if gate.users == 0 { gate.alone = nil }
        }
        return try await body(database)
    }

    /// Runs a query, which returns nil where it fails. A damaged file is handled; whether the disk takes lines is left
    /// to the next append.
    func ask<T: Sendable>(
        as user: Gate.User = .writer, _ body: @Sendable (HistoryDatabase) async throws -> T
    ) async -> T? {
        do {
            return try await use(as: user, body)
        } catch is CancellationError {
            return nil
        } catch {
            let error = HistoryError.wrapping(error, file.path)
            logger.error("\(error)")
            if error.code == .damaged { await handle(error) }
            return nil
        }
    }

    /// The database, where nobody can hold its writing connection; nil otherwise.
    var atHand: HistoryDatabase? { gate.isClosed || gate.writers > 0 ? nil : database }

    /// Runs `body` while nobody uses the database; other users wait.
    func alone<T: Sendable>(_ body: () async throws -> T) async rethrows -> T {
        while gate.isClosed { await withCheckedContinuation { gate.waiting.append($0) } }
        gate.isClosed = true
        if gate.users > 0 { await withCheckedContinuation { gate.alone = $0 } }
        defer {
            gate.isClosed = false
            let waiting = gate.waiting
            gate.waiting = []
            for one in waiting { one.resume() }
        }
        return try await body()
    }
}
