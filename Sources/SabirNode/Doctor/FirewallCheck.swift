import SabirConfiguration
import SabirCore

/// Checks that the firewall accepts connections to the node.
package struct FirewallCheck {
    /// Nil if nftables is missing, unused, or unreadable for this user.
    let nftables: Firewall?
    let ufw: Ufw?
    let firewalld: Firewalld?

    package static func ofThisMachine() -> Self {
        Self(nftables: .ofThisMachine(), ufw: .ofThisMachine(), firewalld: .ofThisMachine())
    }

    /// Whether mDNS packets reach nobody on this machine.
    package var dropsDiscovery: Bool { closing("", Self.mDNS) != nil }

    private static let mDNS = Firewall.Packet(transport: "udp", port: 5_353)

    package func run(_ configuration: NodeConfiguration, isRoot: Bool) -> [Finding] {
        let closed = Self.ports(configuration).compactMap(closing)
        guard closed.isEmpty else { return closed }
        let seen: [RedactableText] = [
            nftables == nil ? nil : "nftables", ufw == nil ? nil : "ufw", firewalld == nil ? nil : "firewalld",
        ].compactMap(\.self)
        if let first = seen.first {
            let all = seen.dropFirst().reduce(first) { $0 + ", " + $1 }
            return [
                Finding(
                    "firewall", .ok, all + (seen.count == 1 ? " drops" : " drop") + " nothing that Sabir listens for.")
            ]
        }
        guard ["nft", "ufw", "firewall-cmd"].contains(where: BoundedCommand.isThere), !isRoot else { return [] }
        return [Finding("firewall", .ok, "Only root sees its rules: sudo sabir doctor looks at them.")]
    }

    /// Proposes to open ports with ufw or firewalld if they close them, because their next start would remove a
    /// separate nftables rule.
    private func closing(_ use: RedactableText, _ packet: Firewall.Packet) -> Finding? {
        let (port, transport) = (packet.port, RedactableText("\(ours: packet.transport)"))
        let what: RedactableText = "drops whatever comes for port \(port) (\(use))"
        if let ufw, ufw.drops(packet) {
            return Finding("firewall", .wrong, "ufw \(what).", remedy: "ufw allow \(port)/\(transport)")
        }
        if let zone = firewalld?.drops(packet) {
            return Finding(
                "firewall", .wrong, "firewalld \(what), in the zone \(zone).",
                remedy:
                    "firewall-cmd --permanent --zone=\(zone) --add-port=\(port)/\(transport) && firewall-cmd --reload")
        }
        return nftables?.drops(packet).map { place in
            Finding(
                "firewall", .wrong, "nftables \(what), in the chain \(place.description).",
                remedy: "nft insert rule \(place.description) \(transport) dport \(port) accept; "
                    + "and the same in /etc/nftables.conf")
        }
    }

    /// The ports that others connect to from the network.
    static func ports(_ configuration: NodeConfiguration) -> [(RedactableText, Firewall.Packet)] {
        let open = configuration.listeners.filter { listener in
            listener.port != 0 && !listener.addresses.allSatisfy { IPAddress($0)?.isLoopback == true }
        }
        let tcp: [(RedactableText, Firewall.Packet)] = open.map { listener in
            let use = listener.part == .rooms ? "rooms" : listener.use
            return ("\(ours: use)", Firewall.Packet(transport: "tcp", port: listener.port))
        }
        guard configuration.discovery.mdns else { return tcp }
        return tcp + [("discovery, mDNS", mDNS)]
    }
}
