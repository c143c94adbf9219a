import Foundation
import SabirCore

/// What firewalld accepts, as printed by `firewall-cmd --list-all-zones` (firewall-cmd(1)), in the zones of network
/// interfaces. A packet accepted in one zone counts as accepted.
struct Firewalld: Hashable, Sendable {
    private struct Zone: Hashable, Sendable {
        var name: String
        var isActive: Bool
        var values: [String: [String]] = [:]
        /// Rich rules, of which only the ports are understood.
        var rules = ""
    }

    private let zones: [Zone]
    /// The ports of each service, such as `8275/tcp`.
    private let services: [String: [String]]

    /// The zones of this machine; nil if firewalld is missing, not running, or does not answer this user.
    static func ofThisMachine() -> Firewalld? {
        let listed = BoundedCommand.run("firewall-cmd", ["--list-all-zones"], more: ["LC_ALL": "C"], within: 5)
        guard let listed, listed.isWell else { return nil }
        return Firewalld(zones: listed.text) { service in
            BoundedCommand.run("firewall-cmd", ["--info-service=\(service)"], more: ["LC_ALL": "C"], within: 2)?.text
        }
    }

    /// Reads the output of `firewall-cmd --list-all-zones`; nil if no zone has a network interface.
    ///
    /// - Parameter about: returns `--info-service` of a service; called for twenty services at most.
    init?(zones text: String, about: (String) -> String?) {
        var found: [Zone] = []
        for line in text.split(separator: "\n") {
            if let first = line.first, !first.isWhitespace {
                let name = line.prefix { !$0.isWhitespace }
                found.append(Zone(name: String(name), isActive: line.contains("active")))
            } else if !found.isEmpty, line.hasPrefix("\t") {
                found[found.count - 1].rules += line + "\n"
            } else if !found.isEmpty, let (key, values) = Self.entry(line) {
                found[found.count - 1].values[key] = values
            }
        }
        zones = found.filter { zone in
            let interfaces = zone.values["interfaces"] ?? []
            return zone.isActive && (interfaces.isEmpty || interfaces.contains { !VirtualInterface.isNamed($0) })
        }
        guard !zones.isEmpty else { return nil }
        let named = Set(zones.flatMap { $0.values["services"] ?? [] }).sorted().prefix(20)
        services = Dictionary(
            uniqueKeysWithValues: named.map { name in
                let ports = (about(name) ?? "").split(separator: "\n").compactMap(Self.entry).first { $0.0 == "ports" }
                return (name, ports?.1 ?? [])
            })
    }

    private static func entry(_ line: Substring) -> (String, [String])? {
        guard let colon = line.firstIndex(of: ":") else { return nil }
        let values = line[line.index(after: colon)...].split(separator: " ").map(String.init)
        return (line[..<colon].trimmingCharacters(in: .whitespaces), values)
    }

    /// The zone that would have to accept the packet; nil if one does.
    func drops(_ packet: Firewall.Packet) -> String? {
        zones.contains { letsIn($0, packet) } ? nil : zones.first?.name
    }

    private func letsIn(_ zone: Zone, _ packet: Firewall.Packet) -> Bool {
        if zone.values["target"] == ["ACCEPT"] { return true }
        let open = (zone.values["ports"] ?? []) + (zone.values["services"] ?? []).flatMap { services[$0] ?? [] }
        if open.contains(where: { Self.contains($0, packet) }) { return true }
        if (zone.values["protocols"] ?? []).contains(packet.transport) { return true }
        return zone.rules.split(separator: "\n").contains { rule in
            rule.contains("accept") && (rule.contains("port=\"\(packet.port)\"") || !rule.contains("port="))
        }
    }

    /// Whether `8275/tcp` or `8000-9000/udp` includes the packet.
    private static func contains(_ ports: String, _ packet: Firewall.Packet) -> Bool {
        let halves = ports.split(separator: "/")
        return halves.count == 2 && halves[1] == packet.transport && packet.isIn(halves[0], rangeBy: "-")
    }
}
