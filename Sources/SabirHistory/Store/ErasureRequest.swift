import GRDB

/// A request of one process to the owner of the file to erase lines. It is in the database until it is done; its
/// receipt stays a while longer.
struct ErasureRequest: Sendable, Hashable {
    /// Most receipts: the asker looks for its own within minutes.
    static let receipts = 100

    /// Chosen by the asker.
    let token: String
    let number: Int64
    let filter: HistoryFilter

    init(_ row: Row) {
        let first: Int? = row["first"]
        let last: Int? = row["last"]
        let span = first.flatMap { first in last.map { first...max(first, $0) } }
        token = row["token"]
        number = row["number"]
        filter = HistoryFilter(room: row["room"], person: row["person"], span: span)
    }
}

/// The progress of a request.
enum ErasureProgress: Sendable, Hashable {
    /// Neither the request nor its receipt is in the file.
    case unknown
    case waiting
    /// The lines can no longer be read, while their bytes are still in the file.
    case forgotten(lines: Int)
    case purged(lines: Int)
}

extension HistoryDatabase {
    func ask(toErase filter: HistoryFilter, token: String) async throws {
        try await pool.write { database in
            try database.execute(
                sql: "INSERT INTO erasure (room, person, first, last, token) VALUES (?, ?, ?, ?, ?)",
                arguments: [filter.room, filter.person, filter.span?.lowerBound, filter.span?.upperBound, token])
        }
    }

    /// Open requests of other processes, in order.
    func erasures() async throws -> [ErasureRequest] {
        try await pool.read {
            try Row.fetchAll($0, sql: "SELECT * FROM erasure ORDER BY number").map(ErasureRequest.init)
        }
    }

    /// Carries out a request except for the purge, and returns how many lines.
    func forget(_ request: ErasureRequest) async throws -> Int {
        let count = try await forget(request.filter)
        try await pool.write { database in
            try database.execute(sql: "DELETE FROM erasure WHERE number = ?", arguments: [request.number])
            // The request itself may name a person: its bytes have to go too.
            try database.execute(sql: "UPDATE life SET purgeIsDue = 1")
            try database.execute(
                sql: "INSERT INTO receipt (token, lines, isPurged) VALUES (?, ?, 0)",
                arguments: [request.token, count])
            try database.execute(
                sql: "DELETE FROM receipt WHERE number <= (SELECT max(number) FROM receipt) - ?",
                arguments: [ErasureRequest.receipts])
        }
        return count
    }

    func progress(of token: String) async throws -> ErasureProgress {
        try await pool.read { database in
            let receipt = try Row.fetchOne(
                database, sql: "SELECT lines, isPurged FROM receipt WHERE token = ?", arguments: [token])
            if let receipt { return receipt[1] ? .purged(lines: receipt[0]) : .forgotten(lines: receipt[0]) }
            let isWaiting = try Bool.fetchOne(
                database, sql: "SELECT EXISTS (SELECT 1 FROM erasure WHERE token = ?)", arguments: [token])
            return isWaiting == true ? .waiting : .unknown
        }
    }
}
