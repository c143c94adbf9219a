import SabirProtocol

/// A guest's password for its room. `SabirSecurity` implements it.
package protocol GuestPassword: Sendable {
    func offer() -> PasswordOffer
    /// Proves the password to the host with this certificate. Takes long, so it runs off the event loop. Throws a
    /// sentence if the host asks for the proof in an unsafe way.
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

/// Asks a guest for the room's password.
package struct PasswordWanted: Hashable, Sendable {
    /// Whether the previous password was wrong.
    package let isWrong: Bool
}

/// What a guest shows only to a host that it trusts enough.
struct GuestCredentials {
    /// The room's password, kept only in memory, for as long as this guest lives.
    var password: (any GuestPassword)?
    private(set) var offer: PasswordOffer?
    /// A device secret for as long as this guest lives.
    let passing = GuestDevice.newSecret()

    /// Makes the offer for a new connection.
    ///
    /// - Parameter isProven: whether something vouches for the host. The password is proved only to such a host.
    mutating func makeOffer(isProven: Bool) -> PasswordOffer? {
        offer = isProven ? password?.offer() : nil
        return offer
    }
}
