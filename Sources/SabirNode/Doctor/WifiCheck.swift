import SabirCore

/// Whether a wifi of this machine saves power: it sleeps between the packets that others send to all, and mDNS is such.
package enum WifiCheck {
    /// As iw(8) tells it; nothing where it is not there or there is no wifi.
    package static func run() -> [Finding] {
        guard let listed = BoundedCommand.output("iw", ["dev"]) else { return [] }
        return interfaces(listed).prefix(8).compactMap { name in
            BoundedCommand.output("iw", ["dev", name, "get", "power_save"], within: 2).map { finding(name, $0) }
        }
    }

    static func interfaces(_ listed: String) -> [String] {
        listed.split(separator: "\n").compactMap { line in
            let words = line.split(separator: " ").flatMap { $0.split(separator: "\t") }
            return words.count == 2 && words[0] == "Interface" ? String(words[1]) : nil
        }
    }

    private static func finding(_ name: String, _ told: String) -> Finding {
        guard told.contains("Power save: on") else {
            return Finding("wifi", of: name, .ok, "\(name) does not save power.")
        }
        return Finding(
            "wifi", of: name, .note,
            "\(name) saves power: phones may find rooms late or not at all, and lines may come late.",
            remedy:
                "iw dev \(name) set power_save off; for good, with NetworkManager: wifi.powersave = 2 in [connection] "
                + "of a file in /etc/NetworkManager/conf.d")
    }
}
