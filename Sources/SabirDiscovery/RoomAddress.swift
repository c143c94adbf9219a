import SabirCore

/// An address at which this machine can reach a room.
package struct RoomAddress: Hashable, Sendable {
    /// Numeric, ready for `getaddrinfo`: a link-local IPv6 address carries its scope (`fe80::1%eth0`, RFC 4007 §11).
    package let text: String
    /// The index of the local interface that leads to the address; 0 for a peer's.
    let interfaceIndex: Int
    package let isIPv6: Bool

    /// A peer's address as configured: a name, or an address with its scope.
    package init(ofPeer host: String) {
        text = host
        interfaceIndex = 0
        isIPv6 = host.contains(":")
    }

    /// `numeric` is the address without a scope; `interfaceName` is empty if the kernel has none.
    package init(numeric: String, interfaceIndex: Int, interfaceName: String, isIPv6: Bool) {
        let scope = interfaceName.isEmpty ? String(interfaceIndex) : interfaceName
        text = isIPv6 && IPAddress(numeric)?.isLinkLocal == true ? "\(numeric)%\(scope)" : numeric
        self.interfaceIndex = interfaceIndex
        self.isIPv6 = isIPv6
    }
}

extension RoomAddress {
    /// How directly an address is reached, the best first: IPv4 before IPv6, because closed networks often lack IPv6
    /// routes; addresses without a scope before those that need one.
    enum Reach: Comparable {
        case ipv4, ipv6, linkLocalIPv4, linkLocalIPv6, loopback
    }

    /// A host name's reach is unknown, and counts as far.
    var reach: Reach {
        let address = IPAddress(text)
        if address?.isLoopback == true { return .loopback }
        if address?.isLinkLocal == true { return isIPv6 ? .linkLocalIPv6 : .linkLocalIPv4 }
        return isIPv6 ? .ipv6 : .ipv4
    }
}
