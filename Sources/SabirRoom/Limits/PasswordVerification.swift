import SabirProtocol

/// What a hosted room's password is checked by. Made elsewhere: this target knows nothing of keys. Called on the rooms'
/// event loop, where it must not wait, unless it says otherwise.
package protocol PasswordVerification: Sendable {
    func challenge(for room: String) -> PasswordChallenge
    /// The host's own proof, for the welcome; nil where the guest's does not hold.
    func answer(to proof: String, offer: PasswordOffer, challenge: PasswordChallenge) -> String?
    /// Whether this is the password: for members in this process, who typed it here. Takes its time, off the event loop.
    func accepts(_ password: String) async -> Bool
}
