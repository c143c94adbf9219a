import Glibc

/// The commands that repair discovery on this kind of machine.
struct Remedies: Hashable, Sendable {
    var hasSystemd: Bool
    var hasBus: Bool
    var hasAvahi: Bool

    static func ofThisMachine() -> Remedies {
        Remedies(
            // The same test as sd_booted(3).
            hasSystemd: access("/run/systemd/system", F_OK) == 0,
            hasBus: ["dbus-daemon", "dbus-broker"].contains { access("/usr/bin/\($0)", X_OK) == 0 },
            hasAvahi: access("/usr/sbin/avahi-daemon", X_OK) == 0)
    }

    var bus: String {
        guard hasBus else { return "apt-get install dbus" }
        return hasSystemd ? "systemctl start dbus" : "mkdir -p /run/dbus && dbus-daemon --system --fork"
    }

    var daemon: String {
        guard hasAvahi else { return "apt-get install avahi-daemon" }
        return hasSystemd ? "systemctl start avahi-daemon" : "avahi-daemon -D"
    }

    var restart: String {
        hasSystemd ? "systemctl restart avahi-daemon" : "avahi-daemon -k; avahi-daemon -D"
    }
}
