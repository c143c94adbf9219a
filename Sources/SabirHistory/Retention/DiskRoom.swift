import Glibc

/// Free space of a disk, and the bounds for it.
package enum DiskRoom {
    /// Bytes left to other programs that write to the disk.
    static let reserve = 8 << 20
    /// Free bytes that are enough for a history, its log and a rewritten copy for a while.
    package static let enough = 256 << 20
    /// Free bytes below which SQLite and the files of staff may fail at any moment.
    package static let least = 16 << 20

    /// Bytes that stay free for the decisions of staff. With less free, no line is stored, so that nobody can fill the
    /// disk with talk and keep staff from closing the room or banning somebody. A sixteenth of a disk under 1 GiB.
    ///
    /// The decisions for one room take up to 4 MiB, and twice that while they are rewritten. The record of staff's acts
    /// takes 11 MiB, SQLite's log before it is copied 8 MiB or more. Other programs go on writing to the disk
    /// meanwhile.
    static func forStaff(_ path: String) -> Int {
        let most = 64 << 20
        var disk = statvfs()
        guard statvfs(path, &disk) == 0 else { return most }
        return min(most, bytes(disk.f_blocks, of: disk.f_frsize) / 16)
    }

    /// Bytes free for users other than root; nil where that is unknown.
    package static func free(_ path: String) -> Int? {
        var disk = statvfs()
        guard statvfs(path, &disk) == 0 else { return nil }
        return bytes(disk.f_bavail, of: disk.f_frsize)
    }

    /// Some network file systems report so many blocks that their bytes overflow.
    private static func bytes(_ blocks: UInt, of size: UInt) -> Int {
        let (bytes, overflow) = blocks.multipliedReportingOverflow(by: size)
        return overflow ? .max : Int(clamping: bytes)
    }
}
