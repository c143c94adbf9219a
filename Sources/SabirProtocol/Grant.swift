/// In `welcome`, and in the `error` of a room with a password: the grant of a room's first host for the node that shows
/// another certificate. Only lengths are checked here; `SabirSecurity` checks the signature.
package struct Grant: Hashable, Sendable {
    static let longestCertificate = 4_096
    static let longestSignature = 128

    /// The first host's certificate: DER in base64url without padding.
    package let certificate: String
    /// Expiry, in milliseconds since 1970.
    package let expires: Int
    /// Signature by the first host's key over the room's id, the fingerprint of the certificate shown, and `expires`: r
    /// and s, 32 bytes each, in base64url without padding.
    package let signature: String
    /// How earlier keys of the first host handed over to its present one, oldest first.
    package let handovers: [Handover]

    package init(certificate: String, expires: Int, signature: String, handovers: [Handover] = []) {
        self.certificate = certificate
        self.expires = expires
        self.signature = signature
        self.handovers = handovers
    }
}

extension Grant {
    init(_ json: JSONObject) throws(WireFault) {
        self.init(
            certificate: try json.required("certificate"), expires: try json.required("expires"),
            signature: try json.required("signature"),
            handovers: try Handover.newest(try json.objects("handovers") ?? []))
        guard certificate.utf8.count <= Self.longestCertificate, signature.utf8.count <= Self.longestSignature else {
            throw WireFault(.badPacket, "The grant is too long.")
        }
    }
}

extension HostPacket {
    static func granted(_ json: JSONObject) throws(WireFault) -> HostPacket {
        guard let grant = try json.object("grant"), let certificate = try json.shortString("certificate") else {
            throw WireFault(.badPacket, "The packet has no \"grant\" or no \"certificate\".")
        }
        return .granted(certificate: certificate, try Grant(grant))
    }
}

extension JSONWriter {
    mutating func grant(_ grant: Grant) {
        field("grant") {
            $0.field("certificate", grant.certificate)
            $0.field("expires", grant.expires)
            $0.field("signature", grant.signature)
            $0.handovers(grant.handovers)
        }
    }

    mutating func granted(_ certificate: String, _ grant: Grant) {
        field("certificate", certificate)
        self.grant(grant)
    }
}
