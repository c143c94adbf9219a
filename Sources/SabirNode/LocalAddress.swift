import NIOCore
import SabirWire

/// Which of this machine's addresses others can most likely reach.
package enum LocalAddress {
    /// The address itself unless it is a wildcard; then the best of the machine's own: IPv4 on a real interface
    /// first, bridges of containers and virtual machines last, loopback where there is nothing else.
    ///
    /// - Parameter interfaces: those that count, where one of them has an address; empty for all.
    package static func reachable(_ bound: String, on interfaces: [String] = []) -> String {
        guard bound == "::" || bound == "0.0.0.0" else { return bound }
        let all = (try? System.enumerateDevices()) ?? []
        let named = all.filter { interfaces.contains($0.name) && $0.address != nil }
        let devices = named.isEmpty ? all : named
        let candidates = devices.compactMap { device in
            device.address?.ipAddress.map { (rank: rank(device.name, $0), address: $0) }
        }
        return candidates.filter { $0.rank < unusable }.min { $0.rank < $1.rank }?.address ?? "127.0.0.1"
    }

    /// The address by which this machine reaches itself: loopback where a wildcard is listened on.
    package static func own(_ bound: String) -> String {
        switch bound {
        case "0.0.0.0", "::": "127.0.0.1"
        default: bound
        }
    }

    /// An address of this machine that nobody else can use.
    static func isLoopback(_ address: String) -> Bool { IPAddress(address)?.isLoopback ?? false }

    private static let unusable = 100

    private static func rank(_ interface: String, _ address: String) -> Int {
        if address.hasPrefix("127.") || address == "::1" || address.hasPrefix("fe80:") { return unusable }
        let isVirtual = ["docker", "br-", "veth", "virbr", "lxc", "cni", "podman"].contains { interface.hasPrefix($0) }
        return (isVirtual ? 10 : 0) + (address.contains(":") ? 1 : 0)
    }
}
