import GRDB
import GRDBSQLite
import SabirWire

/// The statement that writes a line, with its values bound by hand: bound as GRDB's arguments a line costs several
/// times what SQLite takes to write it.
struct LineInsertion {
    private static let columns = "id, ts, high, low, sender, lang, text, spelled, reply, via"

    private let database: Database
    private let statement: OpaquePointer

    /// For one transaction. `skippingKnown` leaves out numbers that are in the database already.
    init(_ database: Database, skippingKnown: Bool) throws {
        self.database = database
        let sql = """
            INSERT \(skippingKnown ? "OR IGNORE " : "")INTO message (\(Self.columns))
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """
        statement = try database.cachedStatement(sql: sql).sqliteStatement
    }

    /// False where the line was left out. `sender` is a row of that table.
    func run(_ key: LineKey, _ message: Message, sender: Int64) throws -> Bool {
        let bits = MessageIDBits(message.id)
        for (index, number) in [key.value, Int64(message.ts), bits.high, bits.low, sender].enumerated() {
            sqlite3_bind_int64(statement, Int32(index + 1), number)
        }
        bindCopy(of: message.lang.description, at: 6)
        bindCopy(of: bits.isPlain ? nil : message.id.description, at: 8)
        bindCopy(of: message.reply?.description, at: 9)
        bindCopy(of: message.via, at: 10)
        var text = message.text
        let code = text.withUTF8 { bytes in
            // SQLite reads the text within this call alone, since `reset` lets go of it. No bytes are a text, too.
            bytes.withMemoryRebound(to: CChar.self) { bytes in
                let start = bytes.baseAddress
                if start != nil { sqlite3_bind_text(statement, 7, start, Int32(bytes.count), nil) }
                if start == nil { bindCopy(of: "", at: 7) }
                return step()
            }
        }
        guard code == SQLITE_DONE else { throw failure(code) }
        return sqlite3_changes(database.sqliteConnection) > 0
    }

    private func step() -> Int32 {
        let code = sqlite3_step(statement)
        sqlite3_reset(statement)
        sqlite3_clear_bindings(statement)
        return code
    }

    private func bindCopy(of text: String?, at index: Int32) {
        guard let text else { return }
        let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)  // SQLITE_TRANSIENT: it makes a copy
        sqlite3_bind_text(statement, index, text, Int32(text.utf8.count), transient)
    }

    private func failure(_ code: Int32) -> DatabaseError {
        DatabaseError(
            resultCode: ResultCode(rawValue: code),
            message: String(cString: sqlite3_errmsg(database.sqliteConnection)))
    }
}
