import Foundation

/// Text as a segment of a path (RFC 3986 §3.3).
enum PathText {
    private static let unreserved = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")

    static func encoded(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: unreserved) ?? ""
    }

    /// Nil where the escapes are broken or are not UTF-8.
    static func decoded(_ segment: some StringProtocol) -> String? { String(segment).removingPercentEncoding }
}
