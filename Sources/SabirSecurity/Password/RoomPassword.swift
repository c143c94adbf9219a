/// Where a room's password comes from: what its file or variable holds.
package enum RoomPassword: Sendable, Hashable {
    /// As `sabir password` wrote it.
    case verifier(PasswordVerifier)
    /// In clear, as somebody typed it: a verifier is made of it for one run.
    case text(Password)

    /// Throws a sentence where it is neither.
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

    /// Of a text it takes a scrypt, off the caller's thread.
    package func verifier() async throws(SecurityError) -> PasswordVerifier {
        switch self {
        case .verifier(let verifier): verifier
        case .text(let password):
            try await PasswordWork.done { () throws(SecurityError) in try PasswordVerifier(password) }
        }
    }
}
