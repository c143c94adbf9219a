import Foundation
import Glibc
import SabirWire

/// A file held by this process alone (flock(2)), until the value goes or the process does.
final class FileLock {
    let path: String
    private let descriptor: Int32

    /// Nil where another process holds it, or where it cannot be made: `errno` tells which.
    init?(_ path: String) {
        self.path = path
        descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        // `deinit` runs for a file that could not be locked, too, and closes it; `errno` is still of what failed.
        guard descriptor >= 0, flock(descriptor, LOCK_EX | LOCK_NB) == 0 else { return nil }
        FolderOwner.takes(descriptor, in: (path as NSString).deletingLastPathComponent)
    }

    deinit { if descriptor >= 0 { close(descriptor) } }
}
