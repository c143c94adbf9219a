import NIOCore

/// A network that one of this machine's addresses belongs to.
package struct OwnNetwork: Hashable, Sendable {
    package let interface: String
    package let address: IPAddress
    let mask: IPAddress

    package func holds(_ other: IPAddress) -> Bool { other.isSame(as: address, under: mask) }

    /// The present networks; empty if they cannot be read.
    package static func all() -> [OwnNetwork] {
        ((try? System.enumerateDevices()) ?? []).compactMap { device in
            guard let address = IPAddress(device.address), let mask = IPAddress(device.netmask) else { return nil }
            return OwnNetwork(interface: device.name, address: address, mask: mask)
        }
    }
}
