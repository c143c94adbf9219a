import NIOCore
import SabirCore

/// The address of a request to the translation API.
struct AskerAddress: Hashable, Sendable {
    /// The name by which limits count the asker (`AddressGroup`).
    let name: String
    /// The group among which an engine's turns are shared: a device gains nothing by using many addresses.
    let household: String
    /// Whether the address is loopback, private or link-local.
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
