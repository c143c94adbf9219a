import SabirProtocol

/// Checks a hosted room's password. Implemented in another target, as this one knows no cryptography. Called on the
/// rooms' event loop and must not wait there, except where noted.
package protocol PasswordVerification: Sendable {
    /// How often the password has changed since the node began.
    var changes: Int { get }
    func challenge(for room: String) -> PasswordChallenge
    /// The host's own proof, for the welcome; nil where the guest's proof is wrong.
    func answer(to proof: String, offer: PasswordOffer, challenge: PasswordChallenge) -> String?
    /// Whether this is the password that somebody typed in this process. Slow; runs off the event loop.
    func accepts(_ password: String) async -> Bool
}
