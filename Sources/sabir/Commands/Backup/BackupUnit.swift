import Foundation
import SabirCore

/// The unit setting that lets the service's timer write to the folder for backups.
struct BackupUnit {
    private static let dropIn = "/etc/systemd/system/sabir-backup.service.d/folder.conf"
    private static let service = "/var/lib/sabir"

    let folder: String
    let state: String

    /// The minus makes systemd ignore a missing folder; the command reports it instead.
    private var text: String {
        let path = folder.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("%", with: "%%")
        return "# By sabir backup set-up.\n[Service]\nReadWritePaths=\"-\(path)\"\n"
    }

    /// Writes the unit if this process is root and the node is the service's; otherwise says how to do it. Returns
    /// lines for people.
    func arrange() -> [String] {
        guard state == Self.service, geteuid() == 0, Self.isInstalled("sabir-backup.timer") else { return advice }
        do {
            let place = (Self.dropIn as NSString).deletingLastPathComponent
            try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
            try text.write(toFile: Self.dropIn, atomically: true, encoding: .utf8)
            chmod(Self.dropIn, 0o644)
        } catch {
            return ["\(Self.dropIn) cannot be written."] + advice
        }
        let steps = [["daemon-reload"], ["enable", "--now", "sabir-backup.timer"]]
        guard steps.allSatisfy({ BoundedCommand.output("systemctl", $0, within: 30) != nil }) else {
            return ["systemctl did not start the timer. As root: systemctl enable --now sabir-backup.timer"] + owner
        }
        return ["The timer sabir-backup.timer makes one each day."] + owner
    }

    /// Whether systemd finds a unit of this name.
    static func isInstalled(_ unit: String) -> Bool {
        ["/etc/systemd/system", "/usr/lib/systemd/system", "/lib/systemd/system"].contains {
            access("\($0)/\(unit)", F_OK) == 0
        }
    }

    private var advice: [String] {
        [
            "For one each day by the service's timer, as root: put these lines into \(Self.dropIn)", text,
            "and: systemctl daemon-reload && systemctl enable --now sabir-backup.timer",
        ] + owner
    }

    /// If the service's user cannot write to the folder: how to allow it.
    private var owner: [String] {
        var (place, home) = (stat(), stat())
        guard stat(folder, &place) == 0, stat(state, &home) == 0, place.st_uid != home.st_uid,
            place.st_mode & 0o002 == 0
        else { return [] }
        guard let user = getpwuid(home.st_uid) else { return [] }
        return [
            "The folder is not the service's own. If its user may not write there: "
                + "chown \(String(cString: user.pointee.pw_name)): \(folder)"
        ]
    }
}
