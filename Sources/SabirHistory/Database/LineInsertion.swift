import GRDB
import GRDBSQLite
import SabirProtocol

/// The statement that writes a line. Values are bound by hand: binding GRDB's arguments takes several times as long as
/// SQLite's writing.
struct LineInsertion {
    private static let columns =
        "id, ts, high, low, sender, lang, text, spelled, reply, via, role, corrects, retracts, retracted, confirms"

    private let database: Database
    private let statement: OpaquePointer

    /// Prepares the statement for one transaction. `skippingKnown` leaves out numbers that are in the database already.
    init(_ database: Database, skippingKnown: Bool) throws {
        self.database = database
        let sql = """
            INSERT \(skippingKnown ? "OR IGNORE " : "")INTO message (\(Self.columns))
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """
        statement = try database.cachedStatement(sql: sql).sqliteStatement
    }

    /// Returns false where the line was left out. `sender` is a row of that table.
    func run(_ key: LineKey, _ message: Message, sender: Int64) throws -> Bool {
        defer {
            sqlite3_reset(statement)
            sqlite3_clear_bindings(statement)
        }
        let id = message.id.value.stored
        for (index, number) in [key.value, Int64(message.ts), id.high, id.low, sender].enumerated() {
            try check(sqlite3_bind_int64(statement, Int32(index + 1), number))
        }
        try bind(message.lang.description, at: 6)
        try bind(message.text, at: 7)
        try bind(message.id.isPlain ? nil : message.id.description, at: 8)
        try bind(message.reply?.description, at: 9)
        try bind(message.via, at: 10)
        try bind(message.role?.rawValue, at: 11)
        switch message.revision {
        case .corrects(let id): try bind(id.plain, at: 12)
        case .retracts(let id): try bind(id.plain, at: 13)
        case .confirms(let wording, let line):
            try bind(line.plain, at: 12)
            try bind(wording.plain, at: 15)
        case nil: break
        }
        if message.isRetracted { try check(sqlite3_bind_int64(statement, 14, 1)) }
        try check(sqlite3_step(statement), SQLITE_DONE)
        return sqlite3_changes(database.sqliteConnection) > 0
    }

    private func bind(_ text: String?, at index: Int32) throws {
        guard let text else { return }
        let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)  // SQLITE_TRANSIENT: SQLite makes a copy
        try check(sqlite3_bind_text(statement, index, text, Int32(text.utf8.count), transient))
    }

    /// A value that was not bound would be written as NULL, which marks an erased line.
    private func check(_ code: Int32, _ wanted: Int32 = SQLITE_OK) throws {
        guard code != wanted else { return }
        throw DatabaseError(
            resultCode: ResultCode(rawValue: code),
            message: String(cString: sqlite3_errmsg(database.sqliteConnection)))
    }
}

extension MessageID {
    /// The id in lower case, in whichever case its sender wrote it.
    var plain: String { isPlain ? description : MessageID(value).description }
}
