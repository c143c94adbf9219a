import Dispatch
import SabirCore

/// Checks the service: whether it runs, keeps failing, and as which user.
package enum ServiceCheck {
    private static let journal: RedactableText = "journalctl -u sabir -n 50, which says why"

    /// - Parameter now: microseconds of the monotonic clock.
    package static func findings(_ unit: ServiceUnit, now: UInt64 = DispatchTime.now().uptimeNanoseconds / 1_000)
        -> [Finding]
    {
        [state(unit, now)] + (unit.isDynamic ? [dynamic] : [])
    }

    private static func state(_ unit: ServiceUnit, _ now: UInt64) -> Finding {
        let name: RedactableText = "\(ours: ServiceUnit.name)"
        let again: RedactableText = unit.restarts == 1 ? "once" : "\(unit.restarts) times"
        let isYoung = now >= unit.activeSince && now - unit.activeSince < 60_000_000
        switch unit.activeState {
        case "activating" where unit.subState == "auto-restart",
            "active" where unit.restarts >= 3 && isYoung:
            return Finding(
                "service", .severe,
                "\(name) ends and is started again, \(again) so far; it last ended with \(ours: ending(unit)).",
                remedy: journal)
        case "failed":
            return Finding(
                "service", .severe,
                "\(name) has failed: it ended with \(ours: ending(unit)), and is not started again.", remedy: journal)
        case "active":
            return Finding("service", .ok, "\(name) is running, as \(unit.user ?? "root").")
        default:
            return Finding(
                "service", .ok, "\(name) is installed, and does not run. It starts with: systemctl start sabir.")
        }
    }

    private static func ending(_ unit: ServiceUnit) -> String {
        unit.result == "exit-code" ? "status \(unit.exitStatus)" : unit.result.isEmpty ? "success" : unit.result
    }

    /// D-Bus cannot look up its clients' names if the system does not know systemd's dynamic users.
    private static var dynamic: Finding {
        Finding(
            "service", .wrong,
            "The unit has DynamicUser=yes: Debian 12's D-Bus lets no such user in, so that rooms are announced to nobody.",
            remedy: "the newer config/sabir.service and config/sabir.sysusers (docs/operations.md, \"Upgrading\")")
    }
}
