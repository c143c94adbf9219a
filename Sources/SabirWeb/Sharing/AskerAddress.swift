import NIOCore
import SabirCore

/// Where a request came from.
struct AskerAddress: Hashable, Sendable {
    /// By which limits count it (`AddressGroup`).
    let name: String
    /// Among which an engine's turns are shared out: one device has no more of them for many addresses.
    let household: String
    /// Loopback, private or link-local.
    let isLocal: Bool

    init(_ address: SocketAddress?) {
        let address = IPAddress(address)
        name = address?.description ?? ""
        household =
            switch address?.groups.last {
            case .address(let name), .network(let name): name
            case nil: ""
            }
        isLocal = address?.isLocal ?? false
    }
}
