import Glibc

/// How much room a disk has.
package enum DiskRoom {
    /// Bytes that are left to whoever else writes on the disk.
    static let reserve = 8 << 20
    /// In bytes: a history, its log and a copy that is written anew get by with it for a while.
    package static let enough = 256 << 20
    /// In bytes: below it SQLite and the files of staff may fail at any moment.
    package static let least = 16 << 20

    /// Bytes that stay free for what staff decide: with less left no line is stored, so that nobody can keep staff from
    /// closing the room or banning somebody by filling the disk with talk. Of a disk under 1 GiB a sixteenth.
    ///
    /// A room's decisions take up to 4 MiB, twice while they are written anew, the record of staff's acts 11 MiB, a log
    /// of SQLite that is not copied yet 8 MiB or more; a disk on which other programs write goes on filling meanwhile.
    static func forStaff(_ path: String) -> Int {
        let most = 64 << 20
        var disk = statvfs()
        guard statvfs(path, &disk) == 0 else { return most }
        return min(most, Int(disk.f_blocks * disk.f_frsize) / 16)
    }

    /// Bytes that are free for those who are not root; nil where that cannot be known.
    package static func free(_ path: String) -> Int? {
        var disk = statvfs()
        guard statvfs(path, &disk) == 0 else { return nil }
        return Int(disk.f_bavail * disk.f_frsize)
    }
}
