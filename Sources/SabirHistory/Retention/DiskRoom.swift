import Glibc

/// How much room a disk has.
package enum DiskRoom {
    /// Bytes that are left to whoever else writes on the disk.
    static let reserve = 8 << 20
    /// In bytes: a history, its log and a copy that is written anew get by with it for a while.
    package static let enough = 256 << 20
    /// In bytes: below it SQLite and the files of staff may fail at any moment.
    package static let least = 16 << 20

    /// Bytes that are free for those who are not root; nil where that cannot be known.
    package static func free(_ path: String) -> Int? {
        var disk = statvfs()
        guard statvfs(path, &disk) == 0 else { return nil }
        return Int(disk.f_bavail * disk.f_frsize)
    }
}
