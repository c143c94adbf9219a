import Foundation
import SabirCore

/// Checks that there is a recent, proved backup.
package enum BackupCheck {
    /// Milliseconds. The timer runs daily, so two failed days are tolerated.
    static let oldest = 3 * 86_400_000

    /// - Parameter folder: the state folder.
    package static func run(_ folder: String, now: Date = Date()) -> [Finding] {
        do throws(NodeError) {
            let (settings, record) = (try BackupSettings.kept(in: folder), try BackupRecord.kept(in: folder))
            return [finding(settings, record, now: Int(now.timeIntervalSince1970 * 1_000))]
        } catch {
            return [Finding("backup", .wrong, "\(error)", remedy: "sabir backup set-up FOLDER")]
        }
    }

    static func finding(_ settings: BackupSettings?, _ record: BackupRecord, now: Int) -> Finding {
        guard let settings else {
            return Finding("backup", .note, "No backups are set up.", remedy: "sabir backup set-up FOLDER")
        }
        let folder = settings.folder
        if let last = record.last, !last.proved {
            let why = last.why ?? "It is not known why."
            return Finding("backup", .wrong, "The last backup failed: \(why)", remedy: "sabir backup run")
        }
        let age = now - (record.proved?.at ?? settings.since)
        let remedy: RedactableText = "systemctl enable --now sabir-backup.timer, or sabir backup run"
        guard record.proved != nil else {
            return age > oldest
                ? Finding("backup", .wrong, "There is no backup in \(folder) yet.", remedy: remedy)
                : Finding("backup", .ok, "They go to \(folder); the first is still to be made.")
        }
        let days = max(0, age) / 86_400_000
        let proved: RedactableText = "The newest that is proved is \(days) days old, in \(folder)."
        return age > oldest ? Finding("backup", .wrong, proved, remedy: remedy) : Finding("backup", .ok, proved)
    }
}
