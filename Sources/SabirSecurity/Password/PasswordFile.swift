import Foundation

/// A verifier's file, readable for its owner alone, replaced as a whole or not at all.
package struct PasswordFile: Sendable {
    private let file: PrivateFile

    package init(_ path: String) { file = PrivateFile(path: path) }

    package func write(_ verifier: PasswordVerifier) throws(SecurityError) {
        try file.write(Data((verifier.line + "\n").utf8))
    }
}
