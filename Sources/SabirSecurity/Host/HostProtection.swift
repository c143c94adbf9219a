import Logging
import SabirRoom

/// How a node's listener is secured: by its certificate, or not at all, where the configuration says so.
package struct HostProtection: Sendable {
    /// Nil where the node talks without TLS.
    package let certificate: NodeCertificate?
    /// The guard of each connection to the rooms' port.
    package let entrance: HostEntranceGuard

    /// - Parameter folder: the state folder; nil where another process owns it: the certificate is then for one run.
    package init(plaintext: Bool, folder: String?, logger: Logger) throws {
        certificate = try plaintext ? nil : folder.map { try NodeCertificate.kept(in: $0) } ?? NodeCertificate()
        let tls = try HostTLS(certificate, logger: logger)
        entrance = HostEntranceGuard(isOnTheWayOut: !plaintext) { try tls.guardEntrance($0) }
        if plaintext { logger.notice("this node talks without TLS: everybody on the network can read along") }
    }
}
