import NIOCore

/// An address at which a node may be reached.
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

/// Parses addresses to listen on without getaddrinfo(3), which NIO uses: on a machine whose interfaces have no IPv6
/// address getaddrinfo finds none, not even "::" (AI_ADDRCONFIG, glibc's default).
package enum ListeningAddress {
    /// Throws where the address is neither a number nor a name, for example one with an interface.
    package static func socket(_ address: String, port: Int) throws -> SocketAddress {
        try (try? SocketAddress(ipAddress: address, port: port))
            ?? SocketAddress.makeAddressResolvingHost(address, port: port)
    }

    /// The address for a server that takes only hosts: `0.0.0.0` in place of `::` where IPv6 is not available.
    package static func host(_ address: String) -> String {
        guard address == "::", (try? SocketAddress.makeAddressResolvingHost(address, port: 0)) == nil else {
            return address
        }
        return "0.0.0.0"
    }
}
