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
