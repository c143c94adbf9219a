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
        guard !plaintext else {
            certificate = nil
            let tls = HostTLS.plaintext(logger: logger)
            entrance = HostEntranceGuard(isOnTheWayOut: false) { try tls.guardEntrance($0) }
            logger.notice("this node talks without TLS: everybody on the network can read along")
            return
        }
        let certificate = try folder.map { try NodeCertificate.kept(in: $0) } ?? NodeCertificate()
        let tls = try HostTLS(certificate, logger: logger)
        self.certificate = certificate
        entrance = HostEntranceGuard(isOnTheWayOut: true) { try tls.guardEntrance($0) }
    }
}
