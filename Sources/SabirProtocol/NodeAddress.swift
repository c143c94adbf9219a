import NIOCore

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

/// Addresses to listen on, as numbers: getaddrinfo(3), by which NIO looks up a host, knows no IPv6 address, not even
/// "::", on a machine whose interfaces have none (AI_ADDRCONFIG, glibc's default).
package enum ListeningAddress {
    /// Throws where it is neither a number nor a name, such as an address with its interface.
    package static func socket(_ address: String, port: Int) throws -> SocketAddress {
        guard let numbers = try? SocketAddress(ipAddress: address, port: port) else {
            return try SocketAddress.makeAddressResolvingHost(address, port: port)
        }
        return numbers
    }

    /// For a server that takes hosts alone: all addresses of IPv4 where all addresses cannot be had.
    package static func host(_ address: String) -> String {
        guard address == "::", (try? SocketAddress.makeAddressResolvingHost(address, port: 0)) == nil else {
            return address
        }
        return "0.0.0.0"
    }
}
