import Foundation

/// Base64 with the URL-safe alphabet and without padding (RFC 4648 §5): the form of keys, tokens, fingerprints and
/// proofs, on disk and in packets.
package enum Base64URL {
    /// Four characters for each three bytes: 43 for 32.
    package static func text(of bytes: some Sequence<UInt8>) -> String {
        Data(bytes).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }

    /// Decodes strictly: nil for padding, other alphabets, and a last character with unused bits set.
    package static func bytes(of text: String) -> [UInt8]? {
        guard isText(text) else { return nil }
        var padded = text.replacing("-", with: "+").replacing("_", with: "/")
        padded += String(repeating: "=", count: (4 - padded.utf8.count % 4) % 4)
        guard let data = Data(base64Encoded: padded), Self.text(of: data) == text else { return nil }
        return Array(data)
    }

    /// Whether `text` uses only the alphabet. The length is not checked.
    package static func isText(_ text: String) -> Bool { text.utf8.allSatisfy(alphabet.contains) }

    private static let alphabet = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

    /// `count` random bytes from the system's generator, as text. Fit for secrets.
    package static func random(bytes count: Int) -> String {
        text(of: (0..<count).map { _ in UInt8.random(in: .min ... .max) })
    }
}
