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

/// What a guest shows a host that may see it.
struct GuestCredentials {
    /// The room's. In memory alone, for as long as this guest lives.
    var password: (any GuestPassword)?
    private(set) var offer: PasswordOffer?
    /// A device for as long as this guest lives.
    let passing = GuestDevice.newSecret()

    /// For a new connection.
    ///
    /// - Parameter isProven: whether something vouches for the host: only to such a one a password is proved.
    mutating func makeOffer(isProven: Bool) -> PasswordOffer? {
        offer = isProven ? password?.offer() : nil
        return offer
    }
}
