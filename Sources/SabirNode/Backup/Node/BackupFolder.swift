import Foundation
import Glibc
import SabirCore

/// The folder for backups, perhaps on a disk or share that is not always mounted.
package struct BackupFolder: Hashable, Sendable {
    package let path: String
    /// The mount point at or above the folder; nil on the system's disk. While nothing is mounted there, backups would
    /// go to the system's disk unnoticed.
    package let mount: String?

    package init(path: String, mount: String?) { (self.path, self.mount) = (path, mount) }

    /// Finds the folder's present mount point.
    package init(_ path: String) {
        self.init(path: path, mount: Self.mountPoint(of: path))
    }

    /// Compares device numbers instead of reading the list of mounts, because a unit's sandbox mounts the folder itself
    /// again.
    private static func mountPoint(of path: String) -> String? {
        var place = path
        while place != "/", !isMountPoint(place) { place = (place as NSString).deletingLastPathComponent }
        return place == "/" ? nil : place
    }

    private static func isMountPoint(_ path: String) -> Bool {
        var (here, above) = (stat(), stat())
        guard stat(path, &here) == 0, stat((path as NSString).deletingLastPathComponent, &above) == 0 else {
            return false
        }
        return here.st_dev != above.st_dev
    }

    /// Throws if nothing can be written to the folder now.
    package func check() throws(NodeError) {
        if let mount, !Self.isMountPoint(mount) {
            throw NodeError(
                description: "Nothing is mounted at \(mount), where the backups go. Plug in the disk, or mount the "
                    + "share, and run: sabir backup run")
        }
        var facts = stat()
        guard stat(path, &facts) == 0, facts.st_mode & S_IFMT == S_IFDIR else {
            throw NodeError(
                description: "The folder for backups, \(path), is gone. Make it, or name another one: "
                    + "sabir backup set-up")
        }
        guard access(path, W_OK | X_OK) == 0 else { throw ArchiveFault.unwritable(path, errno) }
    }
}
