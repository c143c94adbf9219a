import Foundation
import SabirCore
import SabirProtocol

/// Why an operation with keys, pins or invites failed, or why a host is not trusted: plain sentences for people.
package struct SecurityError: PlainError, Hashable, Sendable, CustomStringConvertible {
    package let sentence: Sentence

    package init(_ description: String, as name: String? = nil, _ values: [String: String] = [:]) {
        sentence = Sentence(description, as: name, values)
    }

    package init(_ error: PrivateFileError) {
        sentence = Sentence(
            error.description, as: "file",
            ["path": error.path].merging(error.command.map { ["command": $0] } ?? [:]) { $1 })
    }

    package var description: String { sentence.english }
}

extension PrivateFile {
    /// Like `read(atMost:)`, with a `SecurityError`.
    package func kept(atMost limit: Int) throws(SecurityError) -> Data? {
        do throws(PrivateFileError) { return try read(atMost: limit) } catch { throw SecurityError(error) }
    }

    /// Like `write(_:)`, with a `SecurityError`.
    package func keep(_ data: Data) throws(SecurityError) {
        do throws(PrivateFileError) { try write(data) } catch { throw SecurityError(error) }
    }
}
