import Crypto
import CryptoExtras
import Dispatch
import Foundation
import SabirCore
import SabirProtocol

/// The keys derived from a password, in the manner of SCRAM (RFC 5802 §3) with SHA-256 (RFC 7677) and scrypt in place
/// of PBKDF2. The holder of `client` can prove the password; the holder of `stored` can check a proof but not make one.
struct PasswordKeys {
    let client: SymmetricKey
    let server: SymmetricKey

    /// Takes a tenth of a second or more and, with `PasswordCost.usual`, 32 MiB: never call it on an event loop.
    init(_ password: Password, salt: [UInt8], _ cost: PasswordCost) throws(SecurityError) {
        do {
            let salted = try KDF.Scrypt.deriveKey(
                from: password.bytes, salt: salt, outputByteCount: SHA256.byteCount, rounds: cost.rounds,
                blockSize: cost.blockSize, parallelism: cost.parallelism)
            client = Self.mac("Client Key", salted)
            server = Self.mac("Server Key", salted)
        } catch {
            throw SecurityError("The password cannot be worked on here: scrypt needs more memory than there is.")
        }
    }

    var stored: [UInt8] { Self.stored(of: client) }

    static func stored(of client: SymmetricKey) -> [UInt8] {
        client.withUnsafeBytes { Array(SHA256.hash(data: $0)) }
    }

    private static func mac(_ text: String, _ key: SymmetricKey) -> SymmetricKey {
        SymmetricKey(data: HMAC<SHA256>.authenticationCode(for: Data(text.utf8), using: key))
    }
}

/// What both sides sign in a proof: the room, the certificate, and a nonce of each side that was never used before. So
/// a proof is useless in another conversation, or through another certificate.
struct PasswordTranscript {
    let lines: String

    init(_ challenge: PasswordChallenge, guestNonce: String, certificate: Fingerprint) {
        let cost = challenge.cost
        lines =
            [
                "sabir-password-1", challenge.room.lowercased(), certificate.description, guestNonce,
                challenge.nonce, challenge.salt, "\(cost.rounds) \(cost.blockSize) \(cost.parallelism)",
            ].joined(separator: "\n") + "\n"
    }

    /// ClientSignature and ServerSignature of RFC 5802 §3.
    func signature(by key: some ContiguousBytes) -> [UInt8] {
        Array(HMAC<SHA256>.authenticationCode(for: Data(lines.utf8), using: SymmetricKey(data: key)))
    }

    static func xor(_ one: [UInt8], _ other: [UInt8]) -> [UInt8] { zip(one, other).map { $0 ^ $1 } }
}

/// Nonces: 128 bits or more, in base64url.
package enum PasswordNonce {
    package static func make() -> String { Base64URL.random(bytes: 18) }
}

extension DispatchQueue {
    /// Runs one scrypt at a time: each takes 32 MiB, and longer than an event loop may wait.
    package static let passwords = DispatchQueue(label: "sabir.password")
}
