import Foundation
import GRDB

/// One session of a store: from opening the file to the end of the process. Says whether the numbering of the rooms may
/// go on under the same epoch.
enum StoreSession {
    /// What the last session left.
    struct Inheritance: Sendable, Hashable {
        /// Whether all that was acknowledged is in the file.
        let isWhole: Bool
        let purgeIsDue: Bool
        let deviceKey: SipKey
        /// Where the clock on the wall was, in milliseconds since 1970; nil where nothing tells.
        var clock: Int?
    }

    /// Begins a session. Where lines may be missing, every room is to get a new epoch: its next numbers may have been
    /// used for other lines, by which a member that comes back would be misled.
    ///
    /// - Parameter key: for a file that has none.
    static func begin(
        _ database: HistoryDatabase, isSynchronous: Bool, boot: String = StoreSession.boot(), key: SipKey? = nil
    ) throws -> Inheritance {
        let isMarked = database.file.isWhole
        let inheritance = try database.pool.write { database in
            let last = try Row.fetchOne(database, sql: "SELECT * FROM life")
            let key = (last?["deviceKey"] as Data?).flatMap { SipKey(bytes: $0) } ?? key ?? .random()
            let isWhole = isMarked && isComplete(last, boot)
            // A file of before tells by its newest line.
            let clock = try last?["clock"] as Int? ?? Int.fetchOne(database, sql: "SELECT max(last) FROM block")
            if !isWhole { try database.execute(sql: "UPDATE room SET epoch = ''") }
            try database.execute(
                sql: "INSERT OR REPLACE INTO life VALUES (1, ?, ?, 0, ?, ?, ?)",
                arguments: [boot, isSynchronous, last?["purgeIsDue"] as Bool? ?? false, Data(key.bytes), clock])
            return Inheritance(
                isWhole: isWhole, purgeIsDue: last?["purgeIsDue"] ?? false, deviceKey: key, clock: clock)
        }
        database.file.markWhole()
        return inheritance
    }

    /// Of a file that cannot be written.
    static func deviceKey(_ database: HistoryDatabase) throws -> SipKey? {
        try database.pool.read { try Data.fetchOne($0, sql: "SELECT deviceKey FROM life") }
            .flatMap { SipKey(bytes: $0) }
    }

    /// A process that dies loses nothing; a machine that does may lose what was not written through.
    private static func isComplete(_ last: Row?, _ boot: String) -> Bool {
        guard let last else { return false }
        return last["isClosed"] || last["isSynchronous"] || (last["boot"] == boot && !boot.isEmpty)
    }

    /// Milliseconds that what is noted of the clock may be behind.
    private static let noteEvery = 3_600_000

    /// Writes down where the clock on the wall is, for the next session, which may find it elsewhere; no more often
    /// than once an hour, as each time costs the disk a write.
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

    /// A name for this run of the machine (random(4)); empty where there is none.
    static func boot() -> String {
        let text = try? String(contentsOfFile: "/proc/sys/kernel/random/boot_id", encoding: .utf8)
        return text?.trimmingCharacters(in: .whitespacesAndNewlines) ?? ""
    }
}
