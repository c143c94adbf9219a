import Foundation
import GRDB

/// One session of a store: from opening the file to the end of the process. Decides whether the numbering of rooms may
/// continue under the same epoch.
enum StoreSession {
    /// What the last session left.
    struct Inheritance: Sendable, Hashable {
        let purgeIsDue: Bool
        let deviceKey: SipKey
        /// The time of the wall clock, in milliseconds since 1970; nil where unknown.
        var clock: Int?
    }

    /// Begins a session. Where lines may be missing, every room has to get a new epoch: its next numbers may have been
    /// used for other lines, which would mislead a returning member.
    ///
    /// - Parameter key: for a file without one.
    static func begin(
        _ database: HistoryDatabase, isSynchronous: Bool, boot: String = StoreSession.boot(), key: SipKey? = nil
    ) throws -> Inheritance {
        let isMarked = database.file.isWhole
        let inheritance = try database.pool.write { database in
            let last = try Row.fetchOne(database, sql: "SELECT * FROM life")
            let key = (last?["deviceKey"] as Data?).flatMap { SipKey(bytes: $0) } ?? key ?? .random()
            // In a file of an earlier version the newest line tells the time.
            let clock = try last?["clock"] as Int? ?? Int.fetchOne(database, sql: "SELECT max(last) FROM block")
            if !isMarked || !isComplete(last, boot) { try database.execute(sql: "UPDATE room SET epoch = ''") }
            try database.execute(
                sql: "INSERT OR REPLACE INTO life VALUES (1, ?, ?, 0, ?, ?, ?)",
                arguments: [boot, isSynchronous, last?["purgeIsDue"] as Bool? ?? false, Data(key.bytes), clock])
            return Inheritance(purgeIsDue: last?["purgeIsDue"] ?? false, deviceKey: key, clock: clock)
        }
        database.file.markWhole()
        return inheritance
    }

    /// The key of a file that cannot be written.
    static func deviceKey(_ database: HistoryDatabase) throws -> SipKey? {
        try database.pool.read { try Data.fetchOne($0, sql: "SELECT deviceKey FROM life") }
            .flatMap { SipKey(bytes: $0) }
    }

    /// A process that dies loses nothing; a machine that does may lose what was not flushed to the disk.
    private static func isComplete(_ last: Row?, _ boot: String) -> Bool {
        guard let last else { return false }
        return last["isClosed"] || last["isSynchronous"] || (last["boot"] == boot && !boot.isEmpty)
    }

    /// Milliseconds between two notes of the clock.
    private static let noteEvery = 3_600_000

    /// Notes the time of the wall clock for the next session, at most once an hour, as each note costs the disk a
    /// write.
    static func note(clock: Int, in database: HistoryDatabase) async throws {
        try await database.pool.write { database in
            try database.execute(
                sql: "UPDATE life SET clock = ?1 WHERE clock IS NULL OR abs(clock - ?1) >= ?2",
                arguments: [clock, noteEvery])
        }
    }

    static func end(_ database: HistoryDatabase, clock: Int) throws {
        try database.pool.write {
            try $0.execute(sql: "UPDATE life SET isClosed = 1, clock = ?", arguments: [clock])
        }
    }

    /// An id of this run of the machine (random(4)); empty where there is none.
    static func boot() -> String {
        let text = try? String(contentsOfFile: "/proc/sys/kernel/random/boot_id", encoding: .utf8)
        return text?.trimmingCharacters(in: .whitespacesAndNewlines) ?? ""
    }
}
