import SabirCore

/// How likely phones can reach an address of this machine. Smaller values are more likely reachable.
enum AddressRank: Int, Comparable {
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

    private static let wireless = ["wl", "ath", "ap"]
    private static let wired = ["en", "eth", "usb", "bond", "team"]

    init(of address: IPAddress, on interface: String) {
        let isWireless = Self.wireless.contains { interface.hasPrefix($0) }
        let isWired = Self.wired.contains { interface.hasPrefix($0) }
        if address.isLoopback || address.isUnspecified || address.isLinkLocal && !address.isIPv4 {
            self = .never
        } else if VirtualInterface.isNamed(interface) {
            self = .virtual
        } else if !address.isIPv4 {
            self = .sixth
        } else if address.isLinkLocal {
            self = .linkLocal
        } else if !isWireless && !isWired {
            self = .otherInterface
        } else if !address.isPrivate {
            self = .publicReal
        } else {
            self = isWireless ? .privateWireless : .privateWired
        }
    }

    static func < (a: AddressRank, b: AddressRank) -> Bool { a.rawValue < b.rawValue }
}
