import Dispatch
import SabirCore

/// A room's password as its file or variable holds it.
package enum RoomPassword: Sendable, Hashable {
    /// A verifier, written by `sabir password`.
    case verifier(PasswordVerifier)
    /// Clear text, as typed: a verifier is made from it for one run.
    case text(Password)

    /// Throws a sentence where the text is neither.
    package init(_ text: String) throws(SecurityError) {
        let line = text.split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
        guard PasswordVerifier.isVerifier(line) else {
            self = .text(try Password(line).checkedForNew())
            return
        }
        guard let verifier = PasswordVerifier(line: line) else {
            throw SecurityError("It is cut short, or not what \"sabir password\" wrote. Write it anew with that.")
        }
        self = .verifier(verifier)
    }

    /// The verifier; for clear text this takes a scrypt, off the caller's thread.
    package func verifier() async throws(SecurityError) -> PasswordVerifier {
        switch self {
        case .verifier(let verifier): verifier
        case .text(let password):
            try await DispatchQueue.passwords.run { () throws(SecurityError) in try PasswordVerifier(password) }
        }
    }
}
