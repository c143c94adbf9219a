import NIOCore

/// An address of this machine, with its network.
package struct OwnAddress: Hashable, Sendable {
    package let interface: String
    package let address: IPAddress
    let mask: IPAddress

    package func isOnNetwork(of other: IPAddress) -> Bool { other.isSame(as: address, under: mask) }

    /// The present addresses; empty if they cannot be read.
    package static func all() -> [OwnAddress] {
        ((try? System.enumerateDevices()) ?? []).compactMap { device in
            guard let address = IPAddress(device.address), let mask = IPAddress(device.netmask) else { return nil }
            return OwnAddress(interface: device.name, address: address, mask: mask)
        }
    }
}

/// Finds the address of this machine that others can most likely reach.
package enum LocalAddress {
    /// `bound` itself, or, for a wildcard, the best of the machine's own addresses: IPv4 on a physical interface first,
    /// bridges of containers and virtual machines last, loopback if there is no other.
    ///
    /// - Parameter interfaces: the interfaces to prefer, if any of them has an address; empty for all.
    package static func reachable(_ bound: String, on interfaces: [String] = []) -> String {
        guard IPAddress(bound)?.isUnspecified == true else { return bound }
        let all = (try? System.enumerateDevices()) ?? []
        let named = all.filter { interfaces.contains($0.name) && $0.address != nil }
        let devices = named.isEmpty ? all : named
        let candidates = devices.compactMap { device in
            IPAddress(device.address).map { (rank: rank(device.name, $0), address: $0.description) }
        }
        return candidates.filter { $0.rank < unusable }.min { $0.rank < $1.rank }?.address ?? "127.0.0.1"
    }

    /// The address by which this machine reaches itself: loopback if `bound` is a wildcard.
    package static func own(_ bound: String) -> String {
        IPAddress(bound)?.isUnspecified == true ? "127.0.0.1" : bound
    }

    private static let unusable = 100

    private static func rank(_ interface: String, _ address: IPAddress) -> Int {
        if address.isLoopback || address.isLinkLocal && !address.isIPv4 { return unusable }
        return (VirtualInterface.isNamed(interface) ? 10 : 0) + (address.isIPv4 ? 0 : 1)
    }
}
