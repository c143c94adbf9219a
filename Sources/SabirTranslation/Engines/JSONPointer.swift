import Foundation

/// Where a value stands in a JSON document (RFC 6901): `/translations/0/text`; empty for the whole document.
package struct JSONPointer: Sendable, Hashable {
    private let tokens: [String]

    /// Nil where `text` neither is empty nor begins with `/`, or holds `~` without `0` or `1` after it.
    package init?(_ text: String) {
        guard text.isEmpty || text.hasPrefix("/") else { return nil }
        guard !text.replacing("~0", with: "").replacing("~1", with: "").contains("~") else { return nil }
        // First ~1, then ~0, so that ~01 is ~1 and not a slash (§4).
        tokens = text.split(separator: "/", omittingEmptySubsequences: false).dropFirst().map {
            String($0).replacing("~1", with: "/").replacing("~0", with: "~")
        }
    }

    /// Nil where nothing stands there, or what is no text.
    func text(in document: [UInt8]) -> String? {
        guard var value = try? JSONSerialization.jsonObject(with: Data(document), options: .fragmentsAllowed) else {
            return nil
        }
        for token in tokens {
            guard let next = Self.child(token, of: value) else { return nil }
            value = next
        }
        return value as? String
    }

    private static func child(_ token: String, of value: Any) -> Any? {
        if let object = value as? [String: Any] { return object[token] }
        guard let list = value as? [Any], let index = Int(token), String(index) == token else { return nil }
        return list.indices.contains(index) ? list[index] : nil
    }
}
