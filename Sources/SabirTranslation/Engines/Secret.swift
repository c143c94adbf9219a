/// A key or password that no description, dump or interpolation shows; only `text` reveals it.
struct Secret: Sendable, Hashable {
    let text: String

    init(_ text: String) { self.text = text }
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    var description: String { "(secret)" }
    var debugDescription: String { description }
    var customMirror: Mirror { Mirror(self, children: []) }
}

extension String {
    /// Removes `secret`, plain and percent-encoded: engines often quote the key they refuse.
    func without(_ secret: String?) -> String {
        guard let secret, !secret.isEmpty else { return self }
        return replacing(secret, with: "(key)").replacing(secret.percentEncoded, with: "(key)")
    }
}
