import Foundation
import GRDB
import Glibc
import SabirCore

extension HistoryDatabase {
    /// Makes a copy in one file by SQLite's online backup: as of one moment, while appends continue. The copy is
    /// checked before it gets its name; an existing file is not overwritten.
    func backUp(to path: String) async throws(HistoryError) {
        let target = HistoryFile(path: path)
        guard !target.exists else { throw .taken(path) }
        let half = target.inTheMaking
        half.remove()
        try half.prepare()
        do {
            try await copy(to: half)
            guard link(half.path, path) == 0 else { throw HistoryError.wrapping(errno: errno, path) }
            half.remove()
            FileSystem.synchronize(path)
        } catch {
            half.remove()
            throw .wrapping(error, path)
        }
    }

    private func copy(to half: HistoryFile) async throws {
        try await pool.read { source in
            let queue = try DatabaseQueue(path: half.path)
            try queue.writeWithoutTransaction { copy in
                try source.backup(to: copy)
                try copy.execute(sql: "PRAGMA journal_mode = DELETE")
                try HistoryDatabase.emptyCleared(in: copy)
                // The copy is a session that ended well, but not the last one: rooms do not continue under its epochs.
                try copy.execute(sql: "UPDATE room SET epoch = ''; UPDATE life SET isClosed = 1")
            }
            try queue.close()
        }
        try Self.check(half)
    }

    /// Reads a whole file and checks it; not `thoroughly`, it takes a fraction of the time and does not compare indices
    /// with tables.
    static func check(_ file: HistoryFile, thoroughly: Bool = true) throws(HistoryError) {
        guard file.exists else { throw .missing(file.path) }
        try inspect(file, mayBeEmpty: false)
        do {
            var configuration = Configuration()
            configuration.readonly = true
            let queue = try DatabaseQueue(path: file.path, configuration: configuration)
            let answer = try queue.read {
                try String.fetchOne($0, sql: "PRAGMA \(thoroughly ? "integrity" : "quick")_check(1)")
            }
            try queue.close()
            guard answer == "ok" else { throw HistoryError.damaged(file.path) }
        } catch {
            throw .wrapping(error, file.path)
        }
    }
}

/// Replaces a history with a backup.
package enum HistoryRestoring {
    /// Checks the backup, then puts a copy of it at `path`. The earlier history is renamed, not deleted: its new path
    /// is returned. Refused while a process uses it.
    package static func restore(_ backup: String, to path: String) throws(HistoryError) -> String? {
        let file = HistoryFile(path: path)
        try check(backup)
        file.makeFolder()
        guard let lock = try file.lock() else { throw .locked(path) }
        defer { withExtendedLifetime(lock) {} }
        try copy(backup, to: file.inTheMaking)
        let aside = file.exists ? try file.moveAside(at: ClockReading.now().wall, as: "replaced") : nil
        // The restored history is behind what members have seen, so its rooms get new epochs.
        file.markIncomplete()
        try file.replace(by: file.inTheMaking)
        return aside
    }

    /// Reads the whole backup and checks it. Its errors speak of a backup, as nothing is wrong with the history.
    package static func check(_ backup: String) throws(HistoryError) {
        var file = stat()
        guard stat(backup, &file) == 0 else { throw .noBackup(backup, "is not there") }
        guard file.st_mode & S_IFMT == S_IFREG else {
            throw .noBackup(backup, file.st_mode & S_IFMT == S_IFDIR ? "is a folder" : "is no file")
        }
        guard let handle = FileHandle(forReadingAtPath: backup) else {
            throw .noBackup(backup, "may not be read by this user (see: ls -l)")
        }
        // "Magic Header String" (https://sqlite.org/fileformat2.html#the_database_header).
        let header = try? handle.read(upToCount: 16)
        try? handle.close()
        guard header == Data("SQLite format 3\0".utf8) else {
            throw .noBackup(backup, file.st_size == 0 ? "is empty" : "is no backup of a history")
        }
        do {
            try HistoryDatabase.check(HistoryFile(path: backup))
        } catch {
            switch error.code {
            case .foreign: throw .noBackup(backup, "is no backup of a history")
            case .damaged: throw .damagedBackup(backup)
            case .newer: throw .newerBackup(backup)
            default: throw error
            }
        }
    }

    private static func copy(_ backup: String, to file: HistoryFile) throws(HistoryError) {
        file.remove()
        try file.prepare()
        do {
            let source = try FileHandle(forReadingFrom: URL(filePath: backup))
            let target = try FileHandle(forWritingTo: URL(filePath: file.path))
            while let piece = try source.read(upToCount: 1 << 20), !piece.isEmpty {
                try target.write(contentsOf: piece)
            }
            try target.close()
        } catch {
            file.remove()
            throw .unusable(backup, "it cannot be copied: \(error.localizedDescription)")
        }
        FileSystem.synchronize(file.path)
    }
}
