import Foundation

/// Why a node, or a command on a node's files, cannot do its work: one plain sentence.
package struct NodeError: Error, Hashable, Sendable, CustomStringConvertible {
    package let description: String

    package init(description: String) { self.description = description }
}

/// Runs `work`, and throws what it throws as the node's error with the same sentence.
package func orNodeError<Value>(_ work: () throws -> Value) throws(NodeError) -> Value {
    do { return try work() } catch { throw NodeError(description: "\(error)") }
}

package func orNodeError<Value>(_ work: () async throws -> Value) async throws(NodeError) -> Value {
    do { return try await work() } catch { throw NodeError(description: "\(error)") }
}

/// Reads and writes text files, throwing the node's errors.
extension PrivateFile {
    package func text(atMost limit: Int) throws(NodeError) -> String? {
        let data = try orNodeError { try read(atMost: limit) }
        guard let data else { return nil }
        guard let text = String(validating: data, as: UTF8.self) else {
            throw NodeError(description: "\(path) is not what Sabir wrote there. Move it away.")
        }
        return text
    }

    package func create(_ text: String) throws(NodeError) {
        _ = try orNodeError { try create(Data(text.utf8)) }
    }

    package func write(_ text: String) throws(NodeError) {
        try orNodeError { try write(Data(text.utf8)) }
    }
}
