import NIOCore

/// How likely phones reach an address of this machine.
struct AddressRank {
    /// The likelier, the smaller.
    enum Standing: Int, Comparable {
        /// A private address (RFC 1918) on wifi; where this machine is the access point, that is the phones' network.
        case privateWireless
        case privateWired
        case publicReal
        case otherInterface
        /// IPv6 only where no IPv4 is: a code with it is larger, and phones on a closed network may have none.
        case sixth
        /// 169.254/16 (RFC 3927): two machines on one cable.
        case linkLocal
        /// Bridges of containers and virtual machines, tunnels: phones are not there.
        case virtual
        /// Loopback, and IPv6 link-local, which no browser opens.
        case never

        static func < (a: Standing, b: Standing) -> Bool { a.rawValue < b.rawValue }
    }

    private static let wireless = ["wl", "ath", "ap"]
    private static let wired = ["en", "eth", "usb", "bond", "team"]
    private static let virtual = [
        "docker", "br-", "veth", "virbr", "vnet", "cni", "flannel", "cali", "podman", "lxc", "lxd", "incus", "vmnet",
        "vboxnet", "tun", "tap", "wg", "ppp", "zt", "tailscale", "nordlynx", "ipsec",
    ]

    private let interface: String
    private let bytes: [UInt8]

    /// Nil where `address` is no number of an address.
    init?(interface: String, address: String) {
        let withoutZone = address.split(separator: "%").first.map(String.init) ?? ""
        guard let socket = try? SocketAddress(ipAddress: withoutZone, port: 0) else { return nil }
        self.interface = interface
        switch socket {
        case .v4(let four): bytes = withUnsafeBytes(of: four.address.sin_addr) { Array($0) }
        case .v6(let six): bytes = withUnsafeBytes(of: six.address.sin6_addr) { Array($0) }
        case .unixDomainSocket: return nil
        }
    }

    var isLoopback: Bool {
        bytes.count == 4 ? bytes[0] == 127 : bytes.dropLast().allSatisfy { $0 == 0 } && bytes[15] == 1
    }

    var standing: Standing {
        if isLoopback || isSixthLinkLocal || bytes.allSatisfy({ $0 == 0 }) { return .never }
        if isOn(Self.virtual) { return .virtual }
        if bytes.count == 16 { return .sixth }
        if isLinkLocal { return .linkLocal }
        guard isOn(Self.wireless) || isOn(Self.wired) else { return .otherInterface }
        guard isPrivate else { return .publicReal }
        return isOn(Self.wireless) ? .privateWireless : .privateWired
    }

    private func isOn(_ kinds: [String]) -> Bool { kinds.contains { interface.hasPrefix($0) } }

    private var isLinkLocal: Bool { bytes[0] == 169 && bytes[1] == 254 }

    private var isSixthLinkLocal: Bool { bytes.count == 16 && bytes[0] == 0xfe && bytes[1] & 0xc0 == 0x80 }

    private var isPrivate: Bool {
        bytes[0] == 10 || (bytes[0] == 172 && bytes[1] & 0xf0 == 16) || (bytes[0] == 192 && bytes[1] == 168)
    }
}
