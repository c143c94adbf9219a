import Glibc

/// A network interface of this machine, as the kernel reports it.
package struct NetworkInterface: Hashable, Sendable {
    package let name: String
    package let isUp: Bool
    let isMulticast: Bool
    package let isLoopback: Bool
    /// A tunnel or a modem: Avahi skips those unless configured otherwise.
    package let isPointToPoint: Bool

    init(name: String, flags: UInt32) {
        self.name = name
        isUp = flags & UInt32(IFF_UP) != 0 && flags & UInt32(IFF_RUNNING) != 0
        isMulticast = flags & UInt32(IFF_MULTICAST) != 0
        isLoopback = flags & UInt32(IFF_LOOPBACK) != 0
        isPointToPoint = flags & UInt32(IFF_POINTOPOINT) != 0
    }

    /// Whether multicast DNS can leave the machine over this interface.
    package var carriesDiscovery: Bool { isUp && isMulticast && !isLoopback }

    /// Every interface once, by name (getifaddrs(3) lists one for each address).
    package static func all() -> [NetworkInterface] {
        var first: UnsafeMutablePointer<ifaddrs>?
        guard getifaddrs(&first) == 0 else { return [] }
        // Names and flags were copied before the list is freed.
        defer { freeifaddrs(first) }
        let interfaces = sequence(first: first, next: { $0?.pointee.ifa_next }).compactMap { node in
            node.map { NetworkInterface(name: String(cString: $0.pointee.ifa_name), flags: $0.pointee.ifa_flags) }
        }
        return Set(interfaces).sorted { $0.name < $1.name }
    }
}
