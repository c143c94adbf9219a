import SabirProtocol

/// `[discovery]`: how rooms are announced and found.
package struct DiscoverySettings: Sendable, Equatable {
    /// Announce and browse by multicast DNS.
    package var mdns: Bool
    /// Network interfaces to announce and browse on; empty for all that Avahi uses.
    package var interfaces: [String]
    /// Nodes that are asked for their rooms, at most 32: for networks that no announcement crosses.
    package var peers: [NodeAddress]

    package init(mdns: Bool = true, interfaces: [String] = [], peers: [NodeAddress] = []) {
        self.mdns = mdns
        self.interfaces = interfaces
        self.peers = peers
    }
}

extension DiscoverySettings: ConfigurationSection {
    static var keys: [SectionKey<Self>] {
        [
            .value("mdns", \.mdns, .flag),
            .list("interfaces", \.interfaces, .interface, count: 0...64),
            .list("peers", \.peers, .peer, count: 0...32),
        ]
    }
}
