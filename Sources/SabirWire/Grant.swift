/// In `welcome`: the leave of a room's first host for the node that shows another certificate. What the texts hold is
/// judged by who knows of keys; here they are only measured.
package struct Grant: Hashable, Sendable {
    static let longestCertificate = 4_096
    static let longestSignature = 128

    /// Of the first host: DER in base64url without padding.
    package let certificate: String
    /// Milliseconds since 1970 at which it ends.
    package let expires: Int
    /// By the first host's key, over the room's id, the fingerprint of the certificate shown, and `expires`: r and s,
    /// 32 bytes each, in base64url without padding.
    package let signature: String

    package init(certificate: String, expires: Int, signature: String) {
        self.certificate = certificate
        self.expires = expires
        self.signature = signature
    }
}

extension Grant {
    init(_ json: JSONObject) throws(WireFault) {
        self.init(
            certificate: try json.required("certificate"), expires: try json.required("expires"),
            signature: try json.required("signature"))
        guard certificate.utf8.count <= Self.longestCertificate, signature.utf8.count <= Self.longestSignature else {
            throw WireFault(.badPacket, "The grant in the welcome is too long.")
        }
    }
}
