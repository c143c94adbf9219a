import Glibc

/// A file's identity, size and times of change: another where it was replaced, and where who may read it has changed.
package struct FileMark: Equatable, Sendable {
    private let inode: UInt
    private let size: Int
    private let seconds: Int
    private let nanoseconds: Int
    /// Of its contents, owner or mode (st_ctim): who was refused the file tries again once it was mended.
    private let statusSeconds: Int
    private let statusNanoseconds: Int
    private let owner: uid_t
    private let mode: mode_t

    /// Nil where there is none. Of a link, what it leads to.
    package init?(_ path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        inode = UInt(status.st_ino)
        size = Int(status.st_size)
        seconds = status.st_mtim.tv_sec
        nanoseconds = status.st_mtim.tv_nsec
        statusSeconds = status.st_ctim.tv_sec
        statusNanoseconds = status.st_ctim.tv_nsec
        (owner, mode) = (status.st_uid, status.st_mode)
    }
}
