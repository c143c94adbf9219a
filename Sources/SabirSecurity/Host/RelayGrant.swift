import SabirCore
import SabirProtocol

/// Grants by this node, as the first host of its rooms, for relays' certificates.
package enum RelayGrant {
    /// In milliseconds: long enough for a host that is away for some days; relays request new ones twice a day. A grant
    /// cannot be revoked, so a relay that was struck off can show it until it expires.
    package static let lasts = 7 * 24 * 3_600 * 1_000

    /// - Parameter own: nil where this node talks without TLS, and nobody asks for grants.
    package static func maker(_ own: NodeCertificate?) -> @Sendable (_ room: String, _ certificate: String) -> Grant? {
        { room, certificate in
            guard let own, let shown = Fingerprint(certificate) else { return nil }
            return try? Grant(room: room, to: shown, until: ClockReading.now().wall + lasts, by: own)
        }
    }
}
