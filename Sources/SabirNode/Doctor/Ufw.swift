import Foundation
import SabirCore

/// What ufw accepts, as printed by `ufw status verbose` (ufw(8)). As with `Firewall`, a rule for some senders or one
/// interface counts as accepting: only what is closed to everybody is reported.
struct Ufw: Hashable, Sendable {
    private struct Rule: Hashable, Sendable {
        let ports: String
        let letsIn: Bool
    }

    private let rules: [Rule]
    private let dropsByDefault: Bool
    /// Whether the file of rules that come first accepts discovery, as the packaged file does.
    private let letsInDiscovery: Bool

    /// The rules of this machine; nil if ufw is missing, inactive, or unreadable for this user.
    static func ofThisMachine() -> Ufw? {
        guard let ran = BoundedCommand.run("ufw", ["status", "verbose"], more: ["LC_ALL": "C"], within: 5), ran.isWell
        else { return nil }
        return Ufw(status: ran.text, before: try? String(contentsOfFile: "/etc/ufw/before.rules", encoding: .utf8))
    }

    /// - Parameter before: the content of before.rules; nil if it cannot be read.
    init?(status: String, before: String?) {
        let lines = status.split(separator: "\n").map(String.init)
        guard lines.contains("Status: active") else { return nil }
        let standard = lines.first { $0.hasPrefix("Default:") } ?? ""
        dropsByDefault = standard.contains("deny (incoming)") || standard.contains("reject (incoming)")
        letsInDiscovery =
            before?.split(separator: "\n").contains {
                $0.hasPrefix("-A") && $0.contains("--dport 5353") && $0.contains("-j ACCEPT")
            } ?? true
        rules = lines.drop { !$0.hasPrefix("--") }.dropFirst().compactMap(Self.rule)
    }

    /// Parses `80,8000:9000/tcp   ALLOW IN   10.0.0.0/8`; nil for a rule of IPv6, of outgoing or routed packets, or one
    /// that closes a port only to some.
    private static func rule(_ line: String) -> Rule? {
        guard !line.contains("(v6)"), let action = line.firstRange(of: /\b(ALLOW|LIMIT|DENY|REJECT)( IN)?\b/) else {
            return nil
        }
        let after = line[action.upperBound...]
        guard !after.hasPrefix(" OUT"), !after.hasPrefix(" FWD") else { return nil }
        let to = line[..<action.lowerBound].trimmingCharacters(in: .whitespaces)
        let from = after.trimmingCharacters(in: .whitespaces)
        let letsIn = line[action].hasPrefix("ALLOW") || line[action].hasPrefix("LIMIT")
        guard letsIn || from == "Anywhere" && !to.contains(" on ") && !to.contains("(") else { return nil }
        return Rule(ports: to, letsIn: letsIn)
    }

    func drops(_ packet: Firewall.Packet) -> Bool {
        if packet.transport == "udp", packet.port == 5_353, letsInDiscovery { return false }
        for rule in rules where Self.contains(rule.ports, packet) { return !rule.letsIn }
        return dropsByDefault
    }

    /// Whether `22`, `80,443/tcp`, `8000:9000/udp`, `10.0.0.1 22/tcp`, `22/tcp on eth0` or `Anywhere` includes the
    /// packet.
    private static func contains(_ target: String, _ packet: Firewall.Packet) -> Bool {
        var words = target.split(separator: " ").map(String.init)
        if let on = words.firstIndex(of: "on") { words.removeSubrange(on...) }
        words.removeAll { $0.hasPrefix("(") || IPAddress($0.prefix { $0 != "/" }.description) != nil }
        guard let ports = words.first, ports != "Anywhere" else { return true }
        let halves = ports.split(separator: "/")
        if halves.count == 2, halves[1] != packet.transport { return false }
        return halves[0].split(separator: ",").contains { packet.isIn($0, rangeBy: ":") }
    }
}
