import GRDB
import SabirProtocol

extension Database {
    func write(_ notes: [HistoryNote]) throws {
        for note in notes {
            switch note {
            case .device(let device, let seen, let room):
                let statement = try cachedStatement(
                    sql: """
                        INSERT INTO device (room, author, member, first, seen) VALUES (?, ?, ?, ?, ?)
                        ON CONFLICT (room, author) DO UPDATE
                        SET member = excluded.member, first = excluded.first, seen = excluded.seen
                        """)
                try statement.execute(
                    arguments: [room.value, device.author.value, device.member.rawValue, device.first, seen])
            case .epoch(let epoch, let room):
                try cachedStatement(sql: "UPDATE room SET epoch = ? WHERE number = ?")
                    .execute(arguments: [epoch, room.value])
            }
        }
    }
}

extension HistoryDatabase {
    /// Most device records of a room; the device longest unseen is forgotten first.
    static let mostDevices = 10_000
    /// Milliseconds for which a record is kept after the device was last seen: 90 days.
    static let deviceLifetime = 90 * 24 * 3_600_000

    /// The device records of a room, the latest seen first.
    func devices(_ room: RoomNumber) async throws -> [DeviceRecord] {
        try await pool.read { database in
            try Row.fetchAll(
                database,
                sql: "SELECT author, member, first FROM device WHERE room = ? ORDER BY seen DESC LIMIT ?",
                arguments: [room.value, Self.mostDevices]
            ).map { DeviceRecord(author: AuthorID(value: $0[0]), member: MemberID(rawValue: $0[1]), first: $0[2]) }
        }
    }

    /// Forgets device records past their lifetime, and those above the bound.
    func expireDevices(_ room: RoomNumber, now: Int) async throws {
        try await pool.write { database in
            try database.execute(
                sql: """
                    DELETE FROM device WHERE room = ?1 AND (seen < ?2 OR author IN (
                        SELECT author FROM device WHERE room = ?1 ORDER BY seen DESC LIMIT -1 OFFSET ?3))
                    """, arguments: [room.value, now - Self.deviceLifetime, Self.mostDevices])
        }
    }
}
