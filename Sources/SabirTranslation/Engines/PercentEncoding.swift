import Foundation

extension CharacterSet {
    /// RFC 3986 §2.3.
    fileprivate static let unreserved = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
}

extension String {
    /// Every byte but the unreserved as `%XX` (RFC 3986 §2.1): fit for a path segment, a query and a form alike.
    var percentEncoded: String {
        // Nil for lone surrogates alone, which a Swift string cannot hold.
        addingPercentEncoding(withAllowedCharacters: .unreserved) ?? ""
    }
}
