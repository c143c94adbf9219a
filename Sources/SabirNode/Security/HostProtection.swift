import Logging
import SabirConfiguration
import SabirRoom
import SabirSecurity

/// How a node's listener is secured: by its certificate, or, where the configuration says so, not at all.
struct HostProtection: Sendable {
    /// Nil where the node talks without TLS.
    let certificate: NodeCertificate?
    let entrance: HostEntranceGuard

    /// - Parameter isKept: whether this process owns the state folder; another's node gets a certificate for one run.
    init(_ settings: NodeSettings, isKept: Bool, logger: Logger) throws {
        guard !settings.plaintext else {
            certificate = nil
            let tls = HostTLS.plaintext(logger: logger)
            entrance = HostEntranceGuard(isOnTheWayOut: false) { try tls.guardEntrance($0) }
            logger.notice("this node talks without TLS: everybody on the network can read along")
            return
        }
        let certificate =
            isKept ? try NodeCertificate.kept(in: settings.stateDirectory) : try NodeCertificate()
        let tls = try HostTLS(certificate, logger: logger)
        self.certificate = certificate
        entrance = HostEntranceGuard(isOnTheWayOut: true) { try tls.guardEntrance($0) }
    }
}
