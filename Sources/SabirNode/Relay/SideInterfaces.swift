import SabirCore
import SabirDiscovery

/// The interfaces on which a relay announces its room: all but the one on the network of the node that it follows,
/// which announces the room there itself under the same name.
///
/// If a router is between, that node's announcement is not heard here, so nothing is left out. A room announced twice
/// is still one room to everybody; a room not announced is found by nobody.
enum SideInterfaces {
    /// The interface with the address `local` if `remote` is on the same network.
    static func between(_ local: String?, _ remote: String?, among networks: [OwnNetwork]) -> String? {
        guard let local = local.flatMap(IPAddress.init), let remote = remote.flatMap(IPAddress.init) else { return nil }
        return networks.first { $0.address == local && $0.holds(remote) }?.interface
    }

    /// Names of the interfaces that mDNS uses, without the host's. Empty, meaning all, if the host is on none of them
    /// or on the only one.
    ///
    /// - Parameter announcing: names of the interfaces that count; empty for all.
    static func names(besides host: String, of announcing: [String], among all: [NetworkInterface]) -> [String] {
        let usable = all.filter { $0.carriesDiscovery && !$0.isPointToPoint }.map(\.name)
        let names = announcing.isEmpty ? usable : usable.filter(announcing.contains)
        return names.contains(host) ? names.filter { $0 != host } : []
    }
}
