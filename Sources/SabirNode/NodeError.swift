import Glibc
import SabirRooms

/// Why a node did not start: one plain sentence.
package struct NodeError: Error, Hashable, Sendable, CustomStringConvertible {
    package let description: String

    static func cannotListen(_ settings: NodeSettings, errno code: Int32) -> NodeError {
        let address = settings.bind.map { NodeAddress(host: $0, port: settings.port).description }
            .joined(separator: ", ")
        switch code {
        case EADDRINUSE:
            return NodeError(
                description: "Port \(settings.port) is in use already. Stop what uses it (see: ss -ltnp), "
                    + "or choose another port with --port.")
        case EADDRNOTAVAIL:
            return NodeError(description: "This machine has no such address: \(address). See: ip address.")
        case EACCES:
            return NodeError(
                description: "Port \(settings.port) may not be opened by this user; ports from 1,024 up may.")
        default:
            return NodeError(description: "Listening on \(address) failed: \(String(cString: strerror(code))).")
        }
    }
}
