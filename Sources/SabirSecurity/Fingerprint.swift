import Crypto
import SabirCore

/// Identifies a node: SHA-256 of its certificate's DER form, in base64url without padding (43 characters).
package struct Fingerprint: RawRepresentable, Hashable, Codable, Sendable, CustomStringConvertible {
    package static let length = 43

    package let rawValue: String

    /// Nil where the text does not have exactly that form.
    package init?(rawValue text: String) {
        guard text.utf8.count == Self.length, Base64URL.bytes(of: text)?.count == SHA256.byteCount else { return nil }
        rawValue = text
    }

    package init?(_ text: String) { self.init(rawValue: text) }

    package init(ofCertificate der: [UInt8]) { rawValue = Base64URL.text(of: SHA256.hash(data: der)) }

    package var description: String { rawValue }

    /// The same bytes in hexadecimal pairs, as browsers show them.
    package var hexadecimal: String {
        (Base64URL.bytes(of: rawValue) ?? []).map { byte in
            (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
        }.joined(separator: ":")
    }
}
