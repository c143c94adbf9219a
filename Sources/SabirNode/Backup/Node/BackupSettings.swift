import Foundation
import Glibc
import SabirCore

/// The settings of backups: `backup.json` in the state folder. Written once somebody has shown that they have the
/// recovery sheet.
package struct BackupSettings: Codable, Hashable, Sendable {
    /// How many of the newest backups stay if nobody chose a number.
    package static let defaultKeep = 14

    /// Perhaps on a disk or share that is not always mounted.
    package let folder: String
    /// The mount point at or above the folder; nil on the system's disk. While nothing is mounted there, backups would
    /// go to the system's disk unnoticed.
    package let mount: String?
    /// How many of the newest backups stay.
    package let keep: Int
    /// Milliseconds since 1970.
    package let since: Int

    private static func file(in state: String) -> PrivateFile { PrivateFile(path: state + "/backup.json") }

    /// Reads the settings of the state folder; nil if backups are not set up.
    package static func kept(in state: String) throws(NodeError) -> BackupSettings? {
        let file = file(in: state)
        guard let text = try file.text(atMost: 16_384) else { return nil }
        guard let settings = try? JSONDecoder().decode(Self.self, from: Data(text.utf8)) else {
            throw NodeError(description: "\(file.path) is damaged. Set backups up anew: sabir backup set-up FOLDER")
        }
        return settings
    }

    package func keep(in state: String) throws(NodeError) {
        guard let data = try? JSONEncoder().encode(self) else { return }
        try Self.file(in: state).write(String(decoding: data, as: UTF8.self) + "\n")
    }
}

extension BackupSettings {
    /// Settings from now on, with the folder's present mount point.
    package init(folder: String, keep: Int) {
        self.init(folder: folder, mount: Self.mountPoint(of: folder), keep: keep, since: ClockReading.now().wall)
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
    package func checkFolder() throws(NodeError) {
        if let mount, !Self.isMountPoint(mount) {
            throw NodeError(
                description: "Nothing is mounted at \(mount), where the backups go. Plug in the disk, or mount the "
                    + "share, and run: sabir backup run")
        }
        var facts = stat()
        guard stat(folder, &facts) == 0, facts.st_mode & S_IFMT == S_IFDIR else {
            throw NodeError(
                description: "The folder for backups, \(folder), is gone. Make it, or name another one: "
                    + "sabir backup set-up")
        }
        guard access(folder, W_OK | X_OK) == 0 else { throw ArchiveFault.unwritable(folder, errno) }
    }
}
