/// A key or password that shows in no description, dump or interpolation; only `text` gives it away.
package struct Secret: Sendable, Hashable {
    package let text: String

    package init(_ text: String) { self.text = text }
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String { "(secret)" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: []) }
}

extension String {
    /// Without `secret`, as it stands and as it stands in a URL: engines like to quote the key they refuse.
    func without(_ secret: String?) -> String {
        guard let secret, !secret.isEmpty else { return self }
        return replacing(secret, with: "(key)").replacing(secret.percentEncoded, with: "(key)")
    }
}
