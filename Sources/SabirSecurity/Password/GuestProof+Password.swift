import SabirClient
import SabirCore
import SabirProtocol

extension GuestProof {
    /// A guest's answer to a challenge, and the proof of a host that holds this password's verifier, too, which
    /// `welcome.proof` has to be equal to.
    ///
    /// Slow: never call it on an event loop. Throws a sentence where the challenge asks for too little work, which
    /// would make guessing cheap, or too much.
    init(
        _ password: Password, to challenge: PasswordChallenge, guestNonce: String, certificate: Fingerprint
    ) throws(SecurityError) {
        guard challenge.cost.isReasonable, let salt = Base64URL.bytes(of: challenge.salt) else {
            throw SecurityError(
                "The host asks for the password in a way that would not keep it safe. Nothing was said of it.",
                as: "untrusted")
        }
        let keys = try PasswordKeys(password, salt: salt, challenge.cost)
        let transcript = PasswordTranscript(challenge, guestNonce: guestNonce, certificate: certificate)
        let client = keys.client.withUnsafeBytes(Array.init)
        self.init(
            proof: Base64URL.text(of: PasswordTranscript.xor(client, transcript.signature(by: keys.stored))),
            expected: Base64URL.text(of: keys.server.withUnsafeBytes { transcript.signature(by: Array($0)) }))
    }
}
