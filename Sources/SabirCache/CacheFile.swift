import Foundation
import Glibc
import SabirCore

/// Where the cache lies: the database, and what SQLite lays beside it.
///
/// The entries are messages in plain text. Only the owner may read the file, what is deleted is overwritten
/// (`secure_delete`), and nothing here makes a file unless it is asked to.
struct CacheFile: Sendable {
    let path: String

    /// SQLite gives its log and index the mode of the database.
    private static let mode: mode_t = 0o600

    var exists: Bool { FileManager.default.fileExists(atPath: path) }

    /// Makes the file, empty, and its folder, where they are missing; takes reading from others where they had it.
    func prepare() throws(CacheError) {
        let folder = (path as NSString).deletingLastPathComponent
        FileSystem.makeFolder(folder)
        let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, Self.mode)
        if descriptor >= 0 {
            FolderOwner.takes(descriptor, in: folder)
            close(descriptor)
        } else if errno != EEXIST || chmod(path, Self.mode) != 0 {
            throw .unusable(path, String(cString: strerror(errno)))
        }
    }

    /// Renames a damaged database, in place of one renamed earlier, so that not more than one lies about. Says where.
    func moveAside() throws(CacheError) -> String {
        guard rename(path, asidePath) == 0 else { throw .unusable(path, String(cString: strerror(errno))) }
        removeCompanions()
        return asidePath
    }

    /// Deletes a damaged database that was moved aside.
    func removeAside() { unlink(asidePath) }

    func remove() throws(CacheError) {
        guard unlink(path) == 0 || errno == ENOENT else { throw .unusable(path, String(cString: strerror(errno))) }
        removeCompanions()
    }

    private var asidePath: String { path + ".damaged" }

    private func removeCompanions() {
        for suffix in ["-wal", "-shm"] { unlink(path + suffix) }
    }
}
