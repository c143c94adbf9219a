import SabirConfiguration
import SabirCore

/// Whether the firewall lets anybody in.
package enum FirewallCheck {
    /// - Parameter firewall: nil where its rules could not be read.
    package static func run(_ configuration: NodeConfiguration, _ firewall: Firewall?, isRoot: Bool) -> [Finding] {
        guard let firewall else {
            guard BoundedCommand.isThere("nft"), !isRoot else { return [] }
            return [fine("Only root sees its rules: sudo sabir doctor looks at them.")]
        }
        let closed = ports(configuration).compactMap { use, packet in
            firewall.drops(packet).map { place in
                Finding(
                    name: "firewall", isFine: false,
                    sentence: "nftables drops whatever comes for port \(packet.port) (\(use)), "
                        + "in the chain \(place.description).",
                    mend: "nft insert rule \(place.description) \(packet.transport) dport \(packet.port) accept; "
                        + "and the same in /etc/nftables.conf")
            }
        }
        return closed.isEmpty ? [fine("nftables drops nothing that Sabir listens for.")] : closed
    }

    /// What others come to from the network.
    static func ports(_ configuration: NodeConfiguration) -> [(String, Firewall.Packet)] {
        let (node, web, share, irc) = (configuration.node, configuration.web, configuration.share, configuration.irc)
        func isOpen(_ bind: [String]) -> Bool {
            !(bind.isEmpty ? node.bind : bind).allSatisfy { IPAddress($0)?.isLoopback == true }
        }
        var found: [(String, Int)] = []
        if isOpen(node.bind) { found.append(("rooms", node.port)) }
        if web.enabled, isOpen(web.bind) { found.append(("the page", web.port ?? WebConfiguration.defaultPort)) }
        if let port = web.secondListenerPort, isOpen(web.bind) { found.append(("the page over HTTPS", port)) }
        if share.enabled, configuration.translation.enabled, isOpen(share.bind) {
            found.append(("the shared translation", share.port ?? SharingConfiguration.defaultPort))
        }
        if irc.enabled, isOpen(irc.bind) { found.append(("IRC", irc.port)) }
        let udp =
            configuration.discovery.mdns ? [("discovery, mDNS", Firewall.Packet(transport: "udp", port: 5_353))] : []
        return found.filter { $0.1 != 0 }.map { ($0.0, Firewall.Packet(transport: "tcp", port: $0.1)) } + udp
    }

    private static func fine(_ sentence: String) -> Finding {
        Finding(name: "firewall", isFine: true, sentence: sentence, mend: nil)
    }
}
