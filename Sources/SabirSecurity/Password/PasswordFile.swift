import Foundation
import SabirCore

/// A verifier's file, readable for its owner alone, replaced as a whole or not at all.
package struct PasswordFile: Sendable {
    private let file: PrivateFile

    /// - Parameter home: the state folder of the node that reads it.
    package init(_ path: String, ownedAs home: String? = nil) { file = PrivateFile(path: path, ownedAs: home) }

    package func write(_ verifier: PasswordVerifier) throws(SecurityError) {
        try file.keep(Data((verifier.line + "\n").utf8))
    }
}
