import Crypto
import SabirCore
import SabirProtocol

extension Grant {
    /// Makes a grant: the holder of a room's first key lets another node show its own certificate for that room.
    ///
    /// - Parameter expires: milliseconds since 1970.
    package init(room: String, to shown: Fingerprint, until expires: Int, by first: NodeCertificate) throws {
        let signature = try first.key.signature(for: Self.signed(room, shown, expires))
        self.init(
            certificate: Base64URL.text(of: first.certificate), expires: expires,
            signature: Base64URL.text(of: signature.rawRepresentation), handovers: first.record.handovers)
    }

    /// The fingerprint of the first host's certificate in the grant; nil where that is unreadable.
    package var issuer: Fingerprint? { Base64URL.bytes(of: certificate).map { Fingerprint(ofCertificate: $0) } }

    /// Whether the key of the certificate with fingerprint `first` signed that `shown` may stand in for this room.
    /// Ignores the expiry.
    func isSigned(by first: Fingerprint, room: String, for shown: Fingerprint) -> Bool {
        issuer == first
            && P256.Signing.PublicKey.isSignature(signature, of: Self.signed(room, shown, expires), by: certificate)
    }

    func isValid(from first: Fingerprint, room: String, for shown: Fingerprint, now: Int) -> Bool {
        now < expires && isSigned(by: first, room: room, for: shown)
    }

    /// The signed bytes (ECDSA with SHA-256): lines of ASCII.
    private static func signed(_ room: String, _ shown: Fingerprint, _ expires: Int) -> [UInt8] {
        Array("sabir-grant-1\n\(room.lowercased())\n\(shown)\n\(expires)\n".utf8)
    }
}
