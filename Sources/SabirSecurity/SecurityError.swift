/// Why something about keys, pins or invites cannot be done, or why a host is not trusted: plain sentences for people.
package struct SecurityError: Error, Hashable, Sendable, CustomStringConvertible {
    package let description: String

    package init(_ description: String) { self.description = description }
}
