import SabirProtocol

/// A guest's password for its room. Made elsewhere.
package protocol GuestPassword: Sendable {
    func offer() -> PasswordOffer
    /// Proves it to the host with this certificate. Takes its time, off the event loop; throws a sentence where the host
    /// asks for it in a way that is not safe.
    func answer(
        _ challenge: PasswordChallenge, to offer: PasswordOffer, certificate: String
    ) async throws(RouteError) -> GuestProof
}

/// What a guest answers to a challenge, and what the welcome has to show in return.
package struct GuestProof: Hashable, Sendable {
    package let proof: String
    package let expected: String

    package init(proof: String, expected: String) {
        self.proof = proof
        self.expected = expected
    }
}

/// A guest is asked for the room's password.
package struct PasswordWanted: Hashable, Sendable {
    /// The one before was wrong.
    package let isWrong: Bool
}
