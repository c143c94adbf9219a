import Crypto
import SabirCore
import SabirProtocol

extension Handover {
    /// - Parameter now: milliseconds since 1970.
    init(from earlier: NodeCertificate, to later: Fingerprint, now: Int) throws {
        let signature = try earlier.key.signature(for: Self.signed(earlier.fingerprint, later.description, now))
        self.init(
            certificate: Base64URL.text(of: earlier.certificate), to: later.description, since: now,
            signature: Base64URL.text(of: signature.rawRepresentation))
    }

    /// The fingerprint of the earlier certificate in the hand-over; nil where that is unreadable.
    package var issuer: Fingerprint? { Base64URL.bytes(of: certificate).map { Fingerprint(ofCertificate: $0) } }

    /// Whether the key of the certificate in the hand-over signed it.
    var isSigned: Bool {
        guard let issuer else { return false }
        return P256.Signing.PublicKey.isSignature(signature, of: Self.signed(issuer, to, since), by: certificate)
    }

    /// The signed bytes (ECDSA with SHA-256): lines of ASCII.
    private static func signed(_ earlier: Fingerprint, _ later: String, _ since: Int) -> [UInt8] {
        Array("sabir-handover-1\n\(earlier)\n\(later)\n\(since)\n".utf8)
    }
}

extension [Handover] {
    /// The hand-overs that lead to this certificate, oldest first: each is signed by its key, for the certificate of
    /// the next. Does not check who owns the first: anybody can sign a hand-over to another's certificate.
    func leading(to later: Fingerprint) -> [Handover] {
        var path: [Handover] = []
        var end = later
        while path.count < Handover.most, let before = last(where: { $0.to == end.description }),
            let issuer = before.issuer, !path.contains(before), before.isSigned
        {
            path.insert(before, at: 0)
            end = issuer
        }
        return path
    }

    /// Whether the key of `earlier` handed over to `later`, directly or in several steps.
    func lead(from earlier: Fingerprint, to later: Fingerprint) -> Bool {
        earlier == later || leading(to: later).contains { $0.issuer == earlier }
    }
}

extension Grant {
    /// Whether the grant's certificate is that first host's, or one that it handed over to. Does not check the
    /// signature.
    package func isIssued(by first: Fingerprint) -> Bool {
        issuer.map { handovers.lead(from: first, to: $0) } ?? false
    }
}
