import Crypto
import NIOSSL
import SabirCore

/// Identifies a node: SHA-256 of its certificate's DER form, in base64url without padding (43 characters).
package struct Fingerprint: Hashable, Sendable, CustomStringConvertible {
    package static let length = 43

    package let description: String

    /// Nil where the text does not have exactly that form.
    package init?(_ text: String) {
        guard text.utf8.count == Self.length, Base64URL.bytes(of: text)?.count == SHA256.byteCount else { return nil }
        description = text
    }

    package init(ofCertificate der: [UInt8]) {
        description = Base64URL.text(of: SHA256.hash(data: der))
    }

    /// The same bytes in hexadecimal pairs, as browsers show them.
    package var hexadecimal: String {
        (Base64URL.bytes(of: description) ?? []).map { byte in
            (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
        }.joined(separator: ":")
    }

    init(of certificate: NIOSSLCertificate) throws { self.init(ofCertificate: try certificate.toDERBytes()) }
}

extension Fingerprint: Codable {
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let fingerprint = Fingerprint(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "no fingerprint")
        }
        self = fingerprint
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
