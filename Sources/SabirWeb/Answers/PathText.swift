import Foundation

/// Encodes and decodes a segment of a URL path (RFC 3986 §3.3).
enum PathText {
    private static let unreserved = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")

    static func encoded(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: unreserved) ?? ""
    }

    /// Decodes a segment of a path; nil if its escapes are invalid or not UTF-8.
    static func decoded(_ segment: some StringProtocol) -> String? { String(segment).removingPercentEncoding }
}
