import Glibc

/// A file's identity, size and times of change. Two marks differ if the file was replaced, or if its contents or
/// permissions changed.
package struct FileMark: Equatable, Sendable {
    /// The status time (st_ctim) is that of the last change of contents, owner or mode: a reader that was refused tries
    /// again after the permissions are mended.
    private let facts: [Int]

    /// The mark of the file at this path, following symbolic links; nil if it does not exist.
    package init?(_ path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        facts = [
            Int(bitPattern: UInt(status.st_ino)), Int(status.st_size), Int(status.st_uid), Int(status.st_mode),
            status.st_mtim.tv_sec, status.st_mtim.tv_nsec, status.st_ctim.tv_sec, status.st_ctim.tv_nsec,
        ]
    }
}
