import Foundation

/// A path to a value in a JSON document (RFC 6901): `/translations/0/text`; empty for the whole document.
package struct JSONPointer: Sendable, Hashable {
    private let tokens: [String]

    /// Nil if `text` neither is empty nor begins with `/`, or if a `~` is not followed by `0` or `1`.
    package init?(_ text: String) {
        guard text.isEmpty || text.hasPrefix("/") else { return nil }
        guard !text.replacing("~0", with: "").replacing("~1", with: "").contains("~") else { return nil }
        // Replaces ~1 before ~0, so that ~01 becomes ~1 and not a slash (§4).
        tokens = text.split(separator: "/", omittingEmptySubsequences: false).dropFirst().map {
            String($0).replacing("~1", with: "/").replacing("~0", with: "~")
        }
    }

    /// Nil if the document is not JSON, or the value is missing.
    func value(in document: [UInt8]) -> Any? {
        let whole = try? JSONSerialization.jsonObject(with: Data(document), options: .fragmentsAllowed)
        return tokens.reduce(whole) { value, token in value.flatMap { Self.child(token, of: $0) } }
    }

    private static func child(_ token: String, of value: Any) -> Any? {
        if let object = value as? [String: Any] { return object[token] }
        guard let list = value as? [Any], let index = Int(token), String(index) == token else { return nil }
        return list.indices.contains(index) ? list[index] : nil
    }
}
