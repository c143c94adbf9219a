import GRDB
import SabirWire

extension Database {
    func write(_ notes: [HistoryNote]) throws {
        for note in notes {
            switch note {
            case .device(let device, let room):
                let statement = try cachedStatement(
                    sql: """
                        INSERT INTO device (room, author, member, first, seen) VALUES (?, ?, ?, ?, ?)
                        ON CONFLICT (room, author) DO UPDATE
                        SET member = excluded.member, first = excluded.first, seen = excluded.seen
                        """)
                try statement.execute(
                    arguments: [room.value, device.author.value, device.member.rawValue, device.first, device.seen])
            case .epoch(let epoch, let room):
                try cachedStatement(sql: "UPDATE room SET epoch = ? WHERE number = ?")
                    .execute(arguments: [epoch, room.value])
            }
        }
    }
}

extension HistoryDatabase {
    /// What is kept of a room's devices, the latest seen first.
    func devices(_ room: RoomNumber) async throws -> [KnownDevice] {
        try await pool.read { database in
            try Row.fetchAll(
                database,
                sql: "SELECT author, member, first, seen FROM device WHERE room = ? ORDER BY seen DESC LIMIT ?",
                arguments: [room.value, KnownDevice.most]
            ).map {
                KnownDevice(
                    author: AuthorKey(value: $0[0]), member: MemberID(rawValue: $0[1]), first: $0[2], seen: $0[3])
            }
        }
    }

    /// Forgets devices that did not come for long, and those above the bound.
    func expireDevices(_ room: RoomNumber, now: Int) async throws {
        try await pool.write { database in
            try database.execute(
                sql: """
                    DELETE FROM device WHERE room = ?1 AND (seen < ?2 OR author IN (
                        SELECT author FROM device WHERE room = ?1 ORDER BY seen DESC LIMIT -1 OFFSET ?3))
                    """, arguments: [room.value, now - KnownDevice.lifetime, KnownDevice.most])
        }
    }

    /// Forgets the devices that a filter means: of its room, or of its person as far as that one is known by a line or
    /// by the member id, where they were last seen within its span. A span that begins somewhere means lines alone.
    func forgetDevices(_ filter: HistoryFilter) async throws {
        guard filter.meansDevices else { return }
        try await pool.write { database in
            let rooms = try Int64.fetchAll(
                database, sql: "SELECT number FROM room WHERE ?1 IS NULL OR id = ?1", arguments: [filter.room])
            for room in rooms {
                let authors = try filter.person.map { try Self.authors(of: $0, room, in: database) }
                let who = authors.map { authors in
                    " AND (member = ? OR author IN (\(authors.map(String.init).joined(separator: ","))))"
                }
                try database.execute(
                    sql: "DELETE FROM device WHERE room = ? AND seen <= ?\(who ?? "")",
                    arguments: [room, filter.span?.upperBound ?? .max]
                        + StatementArguments(filter.person.map { [$0] } ?? []))
            }
        }
    }

    /// The devices that have written under this name or member id.
    private static func authors(of person: String, _ room: Int64, in database: Database) throws -> [Int64] {
        let name = Folding.fold(person)
        let rows = try Row.fetchCursor(
            database, sql: "SELECT author, member, name FROM sender WHERE room = ? AND author != 0", arguments: [room])
        var found: Set<Int64> = []
        while let row = try rows.next() {
            if Folding.fold(row[2]) == name || row[1] == person { found.insert(row[0]) }
        }
        return found.sorted()
    }
}
