import Glibc
import SabirCore

/// Checks that the staff list can be read. A node runs without it and then accepts nobody on it as staff.
package enum StaffCheck {
    /// Checks the list of the state folder; empty if there is none.
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
