/// Where a node may be reached.
package struct NodeAddress: Hashable, Sendable, CustomStringConvertible {
    /// A name or a numeric address; a link-local IPv6 address carries its scope (`fe80::1%eth0`, RFC 4007 §11).
    package let host: String
    package let port: Int

    package init(host: String, port: Int) {
        self.host = host
        self.port = port
    }

    package var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
}

/// How a guest finds a room's host, the first time and after it was lost.
package protocol RoomRoute: Sendable {
    /// Addresses to try in this order, at most 8 of them. Bounded in time; empty where nothing was found.
    func addresses() async -> [NodeAddress]
    /// What was looked for, to name it where nothing was found.
    var description: String { get }
}

/// One address that does not change.
package struct FixedRoute: RoomRoute {
    private let address: NodeAddress

    package init(_ address: NodeAddress) { self.address = address }

    package func addresses() async -> [NodeAddress] { [address] }
    package var description: String { address.description }
}
