import Foundation

/// Base64 with the URL-safe alphabet and without padding (RFC 4648 §5).
enum Base64URL {
    static func text(of bytes: some Sequence<UInt8>) -> String {
        var text = Data(bytes).base64EncodedString()
        while text.last == "=" { text.removeLast() }
        return text.replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_")
    }

    /// Strict: nil for padding, other alphabets, and a last character with bits that stand for nothing.
    static func bytes(of text: String) -> [UInt8]? {
        guard text.utf8.allSatisfy({ $0 != 0x2B && $0 != 0x2F && $0 != 0x3D }) else { return nil }  // + / =
        var padded = text.replacingOccurrences(of: "-", with: "+").replacingOccurrences(of: "_", with: "/")
        padded += String(repeating: "=", count: (4 - padded.utf8.count % 4) % 4)
        guard let data = Data(base64Encoded: padded), Self.text(of: data) == text else { return nil }
        return Array(data)
    }
}
