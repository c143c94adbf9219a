import GRDB
import SabirProtocol

extension HistoryDatabase {
    /// A room's row in the database.
    struct StoredRoom: Sendable {
        let number: RoomNumber
        var epoch: String
        let newest: Int
        /// Staff cleared the lines up to this number.
        let cleared: Int

        init(_ row: Row) {
            number = RoomNumber(value: row["number"])
            (epoch, newest, cleared) = (row["epoch"], row["newest"], row["cleared"])
        }
    }

    /// Finds or inserts the room; updates its name, and sets `epoch` where it has none.
    func open(room id: String, name: String, epoch: String) async throws -> StoredRoom {
        try await pool.write { database in
            try database.execute(
                sql: """
                    INSERT INTO room (id, name, epoch, newest, indexed) VALUES (?, ?, ?, 0, 0)
                    ON CONFLICT (id) DO UPDATE SET
                    name = excluded.name, epoch = iif(epoch = '', excluded.epoch, epoch)
                    """, arguments: [id, name, epoch])
            guard let room = try Self.room(id, in: database) else {
                throw HistoryError.unusable(file.path, "a room just written is not in it")
            }
            return room
        }
    }

    /// The room's row, for a database that cannot be written; nil where there is none.
    func find(room id: String) async throws -> StoredRoom? { try await pool.read { try Self.room(id, in: $0) } }

    private static func room(_ id: String, in database: Database) throws -> StoredRoom? {
        let sql = "SELECT number, epoch, newest, cleared FROM room WHERE id = ?"
        return try Row.fetchOne(database, sql: sql, arguments: [id]).map(StoredRoom.init)
    }

    /// The ids of all rooms.
    func roomIDs() throws -> Set<String> { try pool.read { try String.fetchSet($0, sql: "SELECT id FROM room") } }

    /// Inserts a room that is open already, under the number it has. The room gets no epoch: what was said in it before
    /// may be missing in this file, so the next run has to begin another one.
    func adopt(_ number: RoomNumber, id: String, name: String, newest: Int) async throws {
        try await pool.write { database in
            try database.execute(
                sql: """
                    INSERT INTO room (number, id, name, epoch, newest, indexed) VALUES (?, ?, ?, '', ?, 0)
                    ON CONFLICT (number) DO UPDATE SET newest = max(newest, excluded.newest)
                    """, arguments: [number.value, id, name, newest])
        }
    }

    /// The newest ids with the lines that used them, oldest first.
    func newestKnown(_ room: RoomNumber, limit: Int) async throws -> [KnownID] {
        let rows = LineKey.rows(room)
        return try await pool.read { database in
            let cleared = try ClearedRows.last(of: room, in: database)
            let lines = try Row.fetchCursor(
                database,
                sql: "\(LineColumns.selection) WHERE message.id BETWEEN ? AND ? ORDER BY message.id DESC LIMIT ?",
                arguments: [rows.lowerBound, rows.upperBound, limit])
            return try Array(lines.compactMap { LineColumns.known($0, cleared: cleared) }).reversed()
        }
    }

    /// The latest member id of each device, at most `limit` of them.
    func authors(_ room: RoomNumber, limit: Int) async throws -> [(author: AuthorID, member: MemberID)] {
        try await pool.read { database in
            try Row.fetchAll(
                database,
                sql: """
                    SELECT author, member, max(number) FROM sender WHERE room = ? AND author != 0 AND member != ''
                    GROUP BY author ORDER BY 3 DESC LIMIT ?
                    """, arguments: [room.value, limit]
            ).map { (AuthorID(value: $0[0]), MemberID(rawValue: $0[1])) }
        }
    }

    /// Reads a room's remembered ids with their rows into `table`, the newest first for as long as it takes older ones:
    /// whole blocks from their lists, the rest line by line.
    func rememberedIDs(_ room: RoomNumber, into table: KnownIDs) async throws {
        let rows = LineKey.rows(room)
        try await pool.read { database in
            let lists = try Row.fetchCursor(
                database, sql: "SELECT id, data FROM ids WHERE id BETWEEN ? AND ? ORDER BY id DESC",
                arguments: [rows.lowerBound, rows.upperBound])
            var last = rows.upperBound
            while !table.isFullOfOlder, let list = try lists.next() {
                let start: Int64 = list[0]
                try rememberLines(from: start + LineKey.block, to: last, into: table, in: database)
                table.insertOlder(IDList.decode(list[1], from: start))
                last = start - 1
            }
            try rememberLines(from: rows.lowerBound, to: last, into: table, in: database)
        }
    }

    private func rememberLines(
        from first: Int64, to last: Int64, into table: KnownIDs, in database: Database
    ) throws {
        guard first <= last else { return }
        let statement = try database.cachedStatement(
            sql: "SELECT id, high, low FROM message WHERE id BETWEEN ? AND ? ORDER BY id DESC")
        let rows = try Row.fetchCursor(statement, arguments: [first, last])
        var found: [KnownIDs.Entry] = []
        while !table.isFullOfOlder, let row = try rows.next() {
            found.append(.init(id: MessageID.Value(row[1], row[2]), row: row[0]))
            guard found.count == 1_024 else { continue }
            table.insertOlder(found)
            found = []
        }
        table.insertOlder(found)
    }
}
