/// Part of a grant: an earlier key of the room's first host signs which certificate took its place. Only lengths are
/// checked here; `SabirSecurity` checks the signature.
package struct Handover: Hashable, Sendable, Codable {
    /// Most hand-overs in one packet; of more, the newest are read.
    package static let most = 8
    static let longestFingerprint = 64

    /// The earlier key's certificate: DER in base64url without padding.
    package let certificate: String
    /// The fingerprint of the certificate that took its place.
    package let to: String
    /// When the earlier key handed over, in milliseconds since 1970.
    package let since: Int
    /// Signature by the earlier key over both fingerprints and `since`: r and s, 32 bytes each, in base64url without
    /// padding.
    package let signature: String

    package init(certificate: String, to: String, since: Int, signature: String) {
        self.certificate = certificate
        self.to = to
        self.since = since
        self.signature = signature
    }
}

extension Handover {
    init(_ json: JSONObject) throws(WireFault) {
        self.init(
            certificate: try json.required("certificate"), to: try json.required("to"),
            since: try json.required("since"), signature: try json.required("signature"))
        guard certificate.utf8.count <= Grant.longestCertificate, to.utf8.count <= Self.longestFingerprint,
            signature.utf8.count <= Grant.longestSignature
        else { throw WireFault(.badPacket, "A hand-over is too long.") }
    }

    static func newest(_ json: [JSONObject]) throws(WireFault) -> [Handover] {
        try json.suffix(most).map(Handover.init)
    }
}

extension JSONWriter {
    mutating func handovers(_ handovers: [Handover]) {
        guard !handovers.isEmpty else { return }
        field("handovers", list: handovers) { writer, handover in
            writer.object {
                $0.field("certificate", handover.certificate)
                $0.field("to", handover.to)
                $0.field("since", handover.since)
                $0.field("signature", handover.signature)
            }
        }
    }
}
