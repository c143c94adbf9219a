import SabirCore

/// Checks whether this machine's Wi-Fi saves power: it then sleeps between multicast packets, such as mDNS.
package enum WifiCheck {
    /// Reads iw(8); empty without it or without Wi-Fi.
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
