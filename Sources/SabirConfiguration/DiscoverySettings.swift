import SabirProtocol

/// `[discovery]`: how rooms are announced and found.
package struct DiscoverySettings: Sendable, Equatable {
    /// Whether rooms are announced and found by multicast DNS.
    package var mdns = true
    /// Network interfaces used for discovery; empty for all that Avahi uses.
    package var interfaces: [String] = []
    /// Nodes asked directly for their rooms, at most 32, in networks that multicast does not cross.
    package var peers: [NodeAddress] = []

    package init() {}
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
