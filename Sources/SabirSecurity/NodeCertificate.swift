import Crypto
import Foundation
import SabirCore
import SwiftASN1
import X509

/// A node's identity: a P-256 key and its self-signed certificate.
///
/// Others identify the certificate by its fingerprint alone; its names and dates are ignored. A key never gets a second
/// certificate, so that the fingerprint identifies the key too.
package struct NodeCertificate: Sendable {
    package let fingerprint: Fingerprint
    /// DER.
    package let certificate: [UInt8]
    let key: P256.Signing.PrivateKey
    /// The hand-overs from earlier keys; empty where this is the node's first key, or the one before was stolen.
    var record = HandoverRecord()

    /// Makes a new key and certificate.
    package init() throws {
        let key = P256.Signing.PrivateKey()
        let name = try DistinguishedName { CommonName("Sabir node") }
        let certificate = try Certificate(
            version: .v3, serialNumber: Certificate.SerialNumber(), publicKey: .init(key.publicKey),
            notValidBefore: Self.begin, notValidAfter: Self.end, issuer: name, subject: name,
            signatureAlgorithm: .ecdsaWithSHA256,
            extensions: try Certificate.Extensions {
                Critical(BasicConstraints.notCertificateAuthority)
                Critical(KeyUsage(digitalSignature: true))
                try ExtendedKeyUsage([.serverAuth])
            },
            issuerPrivateKey: .init(key))
        var serializer = DER.Serializer()
        try serializer.serialize(certificate)
        self.init(key: key, certificate: serializer.serializedBytes)
    }

    private init(key: P256.Signing.PrivateKey, certificate: [UInt8]) {
        self.key = key
        self.certificate = certificate
        fingerprint = Fingerprint(ofCertificate: certificate)
    }

    // Clocks without a battery begin in the past; the end is X.509's value for "no expiry" (RFC 5280 §4.1.2.5).
    private static let begin = Date(timeIntervalSince1970: 946_684_800)
    private static let end = Date(timeIntervalSince1970: 253_402_300_799)
}

extension NodeCertificate {
    /// The key in DER form, for the other listeners of this node.
    package var privateKey: [UInt8] { Array(key.derRepresentation) }

    /// 32 bytes that only this node knows, the same at each start, different for each purpose (RFC 5869).
    package func secret(for purpose: String) -> [UInt8] {
        HKDF<SHA256>.deriveKey(
            inputKeyMaterial: SymmetricKey(data: key.rawRepresentation), info: Data(purpose.utf8), outputByteCount: 32
        ).withUnsafeBytes { Array($0) }
    }
}

extension NodeCertificate {
    /// The key (PKCS #8), the certificate behind it, both as PEM, and the hand-over record.
    var pem: String {
        key.pemRepresentation + "\n"
            + PEMDocument(type: Certificate.defaultPEMDiscriminator, derBytes: certificate).pemString + "\n"
            + record.line
    }

    /// Throws where the text was not written by `pem`, or key and certificate do not belong together.
    init(pem text: String) throws {
        let documents = try PEMDocument.parseMultiple(pemString: text)
        guard documents.count == 2, documents[1].discriminator == Certificate.defaultPEMDiscriminator else {
            throw SecurityError("a key and a certificate are expected in it")
        }
        let key = try P256.Signing.PrivateKey(pemRepresentation: documents[0].pemString)
        let certified = try P256.Signing.PublicKey(certificate: documents[1].derBytes)
        guard certified.rawRepresentation == key.publicKey.rawRepresentation else {
            throw SecurityError("its key and its certificate do not belong together")
        }
        self.init(key: key, certificate: documents[1].derBytes)
        record = try HandoverRecord(in: text, of: fingerprint)
    }
}

extension NodeCertificate {
    private static let largestFile = 1 << 20

    /// The certificate in this folder, `node.pem`; made and stored if there is none.
    package static func kept(in folder: String) throws(SecurityError) -> NodeCertificate {
        if let kept = try existing(in: folder) { return kept }
        let new: NodeCertificate
        do { new = try NodeCertificate() } catch { throw SecurityError("A certificate could not be made: \(error)") }
        try new.keep(in: folder)
        return new
    }

    /// Replaces the certificate in this folder: after a loss of power or of the process there is either the old or the
    /// new one.
    package func keep(in folder: String) throws(SecurityError) { try Self.file(in: folder).keep(Data(pem.utf8)) }

    /// The certificate in this folder; nil where there is none.
    package static func existing(in folder: String) throws(SecurityError) -> NodeCertificate? {
        let file = file(in: folder)
        guard let data = try file.kept(atMost: largestFile) else { return nil }
        do {
            return try NodeCertificate(pem: String(decoding: data, as: UTF8.self))
        } catch {
            throw SecurityError(
                "\(file.path) does not hold this node's key and certificate (\(error)). Put back a copy of it; without "
                    + "one move it away, and a new identity is made, which guests who know the old one will refuse.")
        }
    }

    private static func file(in folder: String) -> PrivateFile { PrivateFile(path: folder + "/node.pem") }
}

extension P256.Signing.PublicKey {
    /// The P-256 key in a certificate's DER form; throws where there is none.
    init(certificate der: [UInt8]) throws {
        let parsed = try Certificate(derEncoded: der)
        guard let key = P256.Signing.PublicKey(parsed.publicKey) else { throw SecurityError("it has no P-256 key") }
        self = key
    }

    /// Whether the key of `certificate` made a signature (ECDSA with SHA-256) of these bytes; certificate and signature
    /// in base64url, as the wire has them.
    static func isSignature(_ signature: String, of bytes: [UInt8], by certificate: String) -> Bool {
        guard let der = Base64URL.bytes(of: certificate), let key = try? P256.Signing.PublicKey(certificate: der),
            let raw = Base64URL.bytes(of: signature),
            let signature = try? P256.Signing.ECDSASignature(rawRepresentation: raw)
        else { return false }
        return key.isValidSignature(signature, for: bytes)
    }
}
