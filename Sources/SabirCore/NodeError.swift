/// Why a node, or a command on its files, cannot do what it was started for: one plain sentence.
package struct NodeError: Error, Hashable, Sendable, CustomStringConvertible {
    package let description: String

    package init(description: String) { self.description = description }
}
