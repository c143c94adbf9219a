import Dispatch
import SabirClient
import SabirCore
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

    /// None: it is the password of a configuration.
    package var changes: Int { 0 }

    package func challenge(for room: String) -> PasswordChallenge { verifier.challenge(room: room) }

    package func answer(to proof: String, offer: PasswordOffer, challenge: PasswordChallenge) -> String? {
        verifier.answer(to: proof, guestNonce: offer.nonce, challenge: challenge, certificate: certificate)
    }

    package func accepts(_ text: String) async -> Bool {
        guard let password = try? Password(text) else { return false }
        return await DispatchQueue.passwords.run { verifier.accepts(password) }
    }
}

extension Password: GuestPassword {
    package func offer() -> PasswordOffer { PasswordOffer(nonce: PasswordNonce.make()) }

    package func answer(
        _ challenge: PasswordChallenge, to offer: PasswordOffer, certificate: String
    ) async throws(RouteError) -> GuestProof {
        do throws(SecurityError) {
            guard let certificate = Fingerprint(certificate) else {
                throw SecurityError("The host has no certificate.", as: "untrusted")
            }
            return try await DispatchQueue.passwords.run { () throws(SecurityError) in
                try GuestProof(self, to: challenge, guestNonce: offer.nonce, certificate: certificate)
            }
        } catch {
            throw RouteError(error.sentence, isUntrusted: true)
        }
    }
}
