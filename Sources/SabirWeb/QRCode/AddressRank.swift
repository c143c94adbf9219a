import SabirCore

/// Ranks an address of this machine by how likely phones can reach it.
struct AddressRank {
    /// Smaller values are more likely reachable.
    enum Standing: Int, Comparable {
        /// A private address (RFC 1918) on wifi; if this machine is the access point, this is the phones' network.
        case privateWireless
        case privateWired
        case publicReal
        case otherInterface
        /// IPv6, used only if there is no IPv4: the code is larger, and phones on a closed network may have no IPv6.
        case sixth
        /// 169.254/16 (RFC 3927): two machines on one cable.
        case linkLocal
        /// Bridges of containers and virtual machines, and tunnels, where no phones are.
        case virtual
        /// Loopback, and IPv6 link-local, which no browser opens.
        case never

        static func < (a: Standing, b: Standing) -> Bool { a.rawValue < b.rawValue }
    }

    private static let wireless = ["wl", "ath", "ap"]
    private static let wired = ["en", "eth", "usb", "bond", "team"]

    private let interface: String
    private let address: IPAddress

    /// Nil if `address` is not a numeric address.
    init?(interface: String, address: String) {
        guard let address = IPAddress(address) else { return nil }
        self.interface = interface
        self.address = address
    }

    var standing: Standing {
        if address.isLoopback || address.isUnspecified || address.isLinkLocal && !address.isIPv4 { return .never }
        if VirtualInterface.isNamed(interface) { return .virtual }
        guard address.isIPv4 else { return .sixth }
        if address.isLinkLocal { return .linkLocal }
        guard isOn(Self.wireless) || isOn(Self.wired) else { return .otherInterface }
        guard address.isPrivate else { return .publicReal }
        return isOn(Self.wireless) ? .privateWireless : .privateWired
    }

    private func isOn(_ kinds: [String]) -> Bool { kinds.contains { interface.hasPrefix($0) } }
}
