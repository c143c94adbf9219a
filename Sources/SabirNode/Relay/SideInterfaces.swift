import NIOCore
import SabirCore
import SabirDiscovery

/// On which of this machine's interfaces a relay announces its room: everywhere but on the network of the node that it
/// follows, which announces the room there itself and has its name.
///
/// Behind a router that node is not heard, so that nothing is left out then: a room that is announced twice is one to
/// everybody, and a room that is not announced is found by nobody.
enum SideInterfaces {
    /// An address of this machine.
    struct Address: Hashable, Sendable {
        let interface: String
        let address: IPAddress
        let mask: IPAddress
    }

    /// The interface with the address `local`, where `remote` is on the same network.
    static func between(_ local: String?, _ remote: String?, among addresses: [Address]) -> String? {
        guard let local = local.flatMap(IPAddress.init), let remote = remote.flatMap(IPAddress.init) else { return nil }
        return addresses.first { $0.address == local && remote.isSame(as: local, under: $0.mask) }?.interface
    }

    /// Names of the interfaces by which mDNS leaves this machine, without that of the host. Empty, for all, where the host
    /// is at none of them or at the only one.
    ///
    /// - Parameter announcing: names of the interfaces that count; empty for all.
    static func names(besides host: String, of announcing: [String], among all: [NetworkInterface]) -> [String] {
        let usable = all.filter { $0.carriesDiscovery && !$0.isPointToPoint }.map(\.name)
        let names = announcing.isEmpty ? usable : usable.filter(announcing.contains)
        return names.contains(host) ? names.filter { $0 != host } : []
    }

    /// This machine's addresses now; none where they cannot be read.
    static func addresses() -> [Address] {
        ((try? System.enumerateDevices()) ?? []).compactMap { device in
            guard let address = IPAddress(device.address), let mask = IPAddress(device.netmask) else { return nil }
            return Address(interface: device.name, address: address, mask: mask)
        }
    }
}
