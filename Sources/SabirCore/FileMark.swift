import Glibc

/// A file's identity, size and times of change. Two marks differ if the file was replaced, or if its contents or
/// permissions changed.
package struct FileMark: Equatable, Sendable {
    private let inode: UInt
    private let size: Int
    private let seconds: Int
    private let nanoseconds: Int
    /// The last change of contents, owner or mode (st_ctim): a reader that was refused tries again after the
    /// permissions are mended.
    private let statusSeconds: Int
    private let statusNanoseconds: Int
    private let owner: uid_t
    private let mode: mode_t

    /// Nil if the file does not exist. Follows symbolic links.
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
