import Foundation

/// Why a node, or a command on a node's files, cannot do its work: one plain sentence.
package struct NodeError: Error, Hashable, Sendable, CustomStringConvertible {
    package let description: String

    package init(description: String) { self.description = description }
}

/// Reads and writes text files, throwing the node's errors.
extension PrivateFile {
    package func text(atMost limit: Int) throws(NodeError) -> String? {
        let data = try orNodeError { () throws(PrivateFileError) in try read(atMost: limit) }
        guard let data else { return nil }
        guard let text = String(validating: data, as: UTF8.self) else {
            throw NodeError(description: "\(path) is not what Sabir wrote there. Move it away.")
        }
        return text
    }

    package func create(_ text: String) throws(NodeError) {
        _ = try orNodeError { () throws(PrivateFileError) in try create(Data(text.utf8)) }
    }

    package func write(_ text: String) throws(NodeError) {
        try orNodeError { () throws(PrivateFileError) in try write(Data(text.utf8)) }
    }

    private func orNodeError<Value>(_ work: () throws(PrivateFileError) -> Value) throws(NodeError) -> Value {
        do throws(PrivateFileError) { return try work() } catch { throw NodeError(description: error.description) }
    }
}
