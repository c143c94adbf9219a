import SabirConfiguration
import SabirCore
import SabirHistory

/// Checks that the state folder's disk has room for what a node writes.
package enum DiskCheck {
    /// - Parameter folder: the state folder; if it does not exist yet, the nearest existing folder above it is checked.
    package static func run(_ folder: String) -> [Finding] {
        DiskRoom.free(FileSystem.nearestFolder(to: folder)).map { [finding($0, folder)] } ?? []
    }

    static func finding(_ free: Int, _ folder: String) -> Finding {
        let left: RedactableText = "The disk of \(folder) has \(ours: QuantityText.size(free)) left"
        let mend: RedactableText = "df -h \(folder), and room on it: journalctl --vacuum-size=100M, apt-get clean"
        if free < DiskRoom.least {
            return Finding("disk", .severe, left + ": what is said and decided may be lost.", remedy: mend)
        }
        return free < DiskRoom.enough
            ? Finding("disk", .wrong, left + ".", remedy: mend) : Finding("disk", .ok, left + ".")
    }
}
