import SabirClient
import SabirRoom
import SabirProtocol

/// Checks a room's password for its host.
package struct StoredPasswordVerification: PasswordVerification {
    let verifier: PasswordVerifier
    /// The node's own certificate: a proof made for another one is invalid.
    let certificate: Fingerprint

    /// - Parameter certificate: the node's own.
    package init(verifier: PasswordVerifier, certificate: Fingerprint) {
        (self.verifier, self.certificate) = (verifier, certificate)
    }

    package func challenge(for room: String) -> PasswordChallenge { verifier.challenge(room: room) }

    package func answer(to proof: String, offer: PasswordOffer, challenge: PasswordChallenge) -> String? {
        verifier.answer(to: proof, guestNonce: offer.nonce, challenge: challenge, certificate: certificate)
    }

    package func accepts(_ text: String) async -> Bool {
        guard let password = try? Password(text) else { return false }
        return await PasswordWork.done { verifier.accepts(password) }
    }
}

/// A guest's password, for as long as its chat lives.
package struct KnownPassword: GuestPassword {
    private let password: Password

    /// Throws a sentence where the text cannot be a password.
    package init(_ text: String) throws(SecurityError) { password = try Password(text) }

    package init(_ password: Password) { self.password = password }

    package func offer() -> PasswordOffer { PasswordOffer(nonce: PasswordNonce.make()) }

    package func answer(
        _ challenge: PasswordChallenge, to offer: PasswordOffer, certificate: String
    ) async throws(RouteError) -> GuestProof {
        do throws(SecurityError) {
            guard let certificate = Fingerprint(certificate) else {
                throw SecurityError("The host has no certificate.", as: "untrusted")
            }
            let answer = try await PasswordWork.done { () throws(SecurityError) in
                try PasswordAnswer(
                    password, to: challenge, guestNonce: offer.nonce, certificate: certificate)
            }
            return GuestProof(proof: answer.proof, expected: answer.expected)
        } catch {
            throw RouteError(error.sentence, isUntrusted: true)
        }
    }
}
