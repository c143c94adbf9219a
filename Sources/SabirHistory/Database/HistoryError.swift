import GRDB
import Glibc

/// Why the history cannot be used, read or changed: one plain sentence that names the file and says what to do.
package struct HistoryError: Error, Hashable, Sendable, CustomStringConvertible {
    package enum Code: Hashable, Sendable {
        /// The file is not a sound database.
        case damaged
        /// A newer version of the program wrote the file.
        case newer
        /// The file is not a history.
        case foreign
        case diskFull
        /// Another process holds the file.
        case locked
        /// Anything else.
        case other
    }

    package let code: Code
    package let description: String

    private init(_ code: Code, _ sentence: String) { (self.code, description) = (code, sentence) }

    static func damaged(_ path: String) -> Self { Self(.damaged, "The history \(path) is damaged.") }

    static func newer(_ path: String) -> Self {
        Self(
            .newer,
            "The history \(path) was written by a newer version of Sabir. It is left as it is; update Sabir, or move "
                + "the file away.")
    }

    /// `needed` and `free` in bytes.
    static func tooTight(_ path: String, needed: Int, free: Int) -> Self {
        let unit = 1 << 20
        return Self(
            .diskFull,
            "To take the bytes of erased lines out of the history \(path) it is written anew, for which its disk has "
                + "too little room: about \((needed + unit - 1) / unit) MiB are needed, \(free / unit) MiB are free. "
                + "Make room; it is tried again by itself. Nobody can read those lines.")
    }

    static func foreign(_ path: String) -> Self {
        Self(.foreign, "\(path) is not a history of Sabir. It is left as it is; move it away.")
    }

    static func missing(_ path: String) -> Self { .request("There is no history at \(path).") }

    /// The file that was to be restored is not a backup.
    static func noBackup(_ path: String, _ reason: String) -> Self {
        Self(.foreign, "\(path) \(reason). Name a file that \"sabir backup\" wrote; the history is as it was.")
    }

    static func damagedBackup(_ path: String) -> Self {
        Self(.damaged, "The backup \(path) is damaged. Name another one; the history is as it was.")
    }

    static func newerBackup(_ path: String) -> Self {
        Self(
            .newer,
            "The backup \(path) was written by a newer version of Sabir. Update Sabir, or name another one; the "
                + "history is as it was.")
    }

    static func taken(_ path: String) -> Self {
        .request("\(path) exists already. Choose another name, or move it away.")
    }

    static func locked(_ path: String) -> Self {
        Self(.locked, "The history \(path) is in use by another process. Stop that one first.")
    }

    static func behind(_ path: String) -> Self {
        Self(.other, "The disk under the history \(path) is too slow for what is written.")
    }

    static func unusable(_ path: String, _ reason: String) -> Self {
        Self(.other, "The history \(path) cannot be used: \(reason).")
    }

    static func request(_ sentence: String) -> Self { Self(.other, sentence) }

    /// `free` in bytes.
    static func nearlyFull(_ path: String, free: Int) -> Self {
        Self(
            .diskFull,
            "The disk with the history \(path) is nearly full: the last \(free >> 20) MiB are kept for what staff "
                + "decide. Make room; the history then goes on by itself.")
    }

    private static func full(_ path: String) -> Self {
        Self(.diskFull, "The disk with the history \(path) is full. Make room; the history then goes on by itself.")
    }

    private static func readOnly(_ path: String) -> Self {
        Self(
            .other,
            "The history \(path) cannot be written: the file or its disk is read-only, or belongs to somebody else.")
    }

    static func wrapping(errno number: Int32, _ path: String) -> Self {
        switch number {
        case ENOSPC, EDQUOT: full(path)
        case EROFS, EACCES, EPERM: readOnly(path)
        default: unusable(path, String(cString: strerror(number)))
        }
    }

    /// Describes SQLite's error about `path`.
    static func wrapping(_ error: any Error, _ path: String) -> Self {
        guard let error = error as? DatabaseError else { return (error as? Self) ?? .unusable(path, "\(error)") }
        switch error.resultCode {
        case .SQLITE_CORRUPT, .SQLITE_NOTADB: return .damaged(path)
        case .SQLITE_FULL: return .full(path)
        case .SQLITE_READONLY, .SQLITE_PERM, .SQLITE_AUTH: return .readOnly(path)
        case .SQLITE_BUSY, .SQLITE_LOCKED: return .locked(path)
        case .SQLITE_IOERR, .SQLITE_CANTOPEN: return .failing(error, path)
        default: return .unusable(path, error.message ?? "SQLite error \(error.resultCode.rawValue)")
        }
    }

    /// On a full or read-only disk SQLite may report "disk I/O error" for its shared index; the disk is asked for the
    /// cause.
    private static func failing(_ error: DatabaseError, _ path: String) -> Self {
        var file = stat()
        if stat(path, &file) == 0, file.st_mode & S_IFMT == S_IFDIR { return .unusable(path, "it is a folder") }
        var disk = statvfs()
        let folder = HistoryFile(path: path).folder
        if statvfs(folder, &disk) == 0 {
            if disk.f_flag & UInt(ST_RDONLY) != 0 || access(folder, W_OK) != 0 { return .readOnly(path) }
            if disk.f_bavail * disk.f_frsize < 64 << 10 { return .full(path) }
        }
        return .unusable(path, error.message ?? "the disk does not answer")
    }
}
