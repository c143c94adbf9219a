import NIOCore
import SabirCore

/// Where a request came from.
struct AskerAddress: Hashable, Sendable {
    /// What tells askers apart.
    let name: String
    /// Loopback, private or link-local.
    let isLocal: Bool

    init(_ address: SocketAddress?) {
        let address = IPAddress(address)
        name = address?.counted ?? ""
        isLocal = address?.isLocal ?? false
    }
}
