import Glibc
import SabirCore
import SabirProtocol

/// Errors for ports that cannot be opened.
extension NodeError {
    /// The rooms' port.
    package static func cannotListen(_ settings: NodeSettings, errno code: Int32) -> NodeError {
        cannotListen(on: settings.bind, port: settings.port, errno: code, flag: "--port")
    }

    /// - Parameter flag: the option or key that chooses another port.
    package static func cannotListen(
        on addresses: [String], port: Int, errno code: Int32, flag: String
    ) -> NodeError {
        let address = addresses.map { NodeAddress(host: $0, port: port).description }.joined(separator: ", ")
        switch code {
        case EADDRINUSE:
            return NodeError(
                description: "Port \(port) is in use already. Stop what uses it (see: ss -ltnp), "
                    + "or choose another port with \(flag).")
        case EADDRNOTAVAIL:
            return NodeError(description: "This machine has no such address: \(address). See: ip address.")
        case EACCES:
            return NodeError(
                description: "Port \(port) may not be opened by this user; ports from 1,024 up may.")
        default:
            return NodeError(description: "Listening on \(address) failed: \(String(cString: strerror(code))).")
        }
    }
}
