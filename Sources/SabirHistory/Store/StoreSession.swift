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
            if !isWhole { try database.execute(sql: "UPDATE room SET epoch = ''") }
            try database.execute(
                sql: "INSERT OR REPLACE INTO life VALUES (1, ?, ?, 0, ?, ?)",
                arguments: [boot, isSynchronous, last?["purgeIsDue"] as Bool? ?? false, Data(key.bytes)])
            return Inheritance(isWhole: isWhole, purgeIsDue: last?["purgeIsDue"] ?? false, deviceKey: key)
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

    static func end(_ database: HistoryDatabase) throws {
        try database.pool.write { try $0.execute(sql: "UPDATE life SET isClosed = 1") }
    }

    /// A name for this run of the machine (random(4)); empty where there is none.
    static func boot() -> String {
        let text = try? String(contentsOfFile: "/proc/sys/kernel/random/boot_id", encoding: .utf8)
        return text?.trimmingCharacters(in: .whitespacesAndNewlines) ?? ""
    }
}
