import Glibc
import SabirCore

/// Whether the list of staff can be read. A node runs without it, and takes nobody on it for staff.
package enum StaffCheck {
    /// Nothing where there is no list.
    ///
    /// - Parameter folder: the state folder.
    package static func run(_ folder: String) -> [Finding] {
        let file = StaffFile(stateDirectory: folder)
        guard access(file.path, F_OK) == 0 else { return [] }
        do throws(NodeError) {
            _ = try file.read()
            return [Finding("staff", .ok, "\(file.path) can be read.")]
        } catch {
            return [
                Finding(
                    "staff", .wrong, "Nobody is staff by name or key, only by the shared PIN: \(error)",
                    remedy: remedy(file.path))
            ]
        }
    }

    private static func remedy(_ path: String) -> RedactableText {
        do throws(PrivateFileError) {
            _ = try PrivateFile(path: path).read(atMost: 1 << 20)
        } catch {
            if let command = error.command { return "\(command)" }
        }
        return "staff.json of a backup, or: mv '\(path)' '\(path).damaged', then sabir staff add for each person"
    }
}
