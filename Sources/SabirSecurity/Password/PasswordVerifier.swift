import Crypto
import Foundation
import SabirCore
import SabirProtocol

/// What a host stores of a room's password: enough to check a proof, not enough to make one. Somebody who steals it can
/// guess passwords at scrypt's cost, and pass for the host towards people who know the password, but not enter.
package struct PasswordVerifier: Sendable, Hashable {
    static let mark = "sabir-password-1"
    /// Most bytes of a verifier's line.
    package static let longest = 512

    let salt: [UInt8]
    let cost: PasswordCost
    let stored: [UInt8]
    let server: [UInt8]

    /// Slow: never call it on an event loop. Throws a sentence where the password is too short.
    package init(_ password: Password, cost: PasswordCost = .usual) throws(SecurityError) {
        try self.init(pin: try password.checkedForNew(), cost: cost)
    }

    /// For a secret that may be shorter than a password: somebody who steals the verifier guesses six digits within
    /// days.
    package init(pin: Password, cost: PasswordCost = .usual) throws(SecurityError) {
        salt = SymmetricKey(size: .bits128).withUnsafeBytes(Array.init)
        self.cost = cost
        let keys = try PasswordKeys(pin, salt: salt, cost)
        stored = keys.stored
        server = keys.server.withUnsafeBytes(Array.init)
    }

    package var saltText: String { Base64URL.text(of: salt) }

    package func challenge(room: String, nonce: String = PasswordNonce.make()) -> PasswordChallenge {
        PasswordChallenge(room: room, salt: saltText, cost: cost, nonce: nonce)
    }

    /// The host's own proof, for the welcome; nil where the guest's proof is wrong. Costs three hashes.
    package func answer(
        to proof: String, guestNonce: String, challenge: PasswordChallenge, certificate: Fingerprint
    ) -> String? {
        guard let given = Base64URL.bytes(of: proof), given.count == SHA256.byteCount else { return nil }
        let transcript = PasswordTranscript(challenge, guestNonce: guestNonce, certificate: certificate)
        let client = SymmetricKey(data: PasswordTranscript.xor(given, transcript.signature(by: stored)))
        guard Self.isSame(PasswordKeys.stored(of: client), stored) else { return nil }
        return Base64URL.text(of: transcript.signature(by: server))
    }

    /// Whether this is the password. Takes scrypt's time and memory: never call it on an event loop.
    package func accepts(_ password: Password) -> Bool {
        guard let keys = try? PasswordKeys(password, salt: salt, cost) else { return false }
        return Self.isSame(keys.stored, stored)
    }

    /// Compares in a time that does not depend on where the bytes differ.
    private static func isSame(_ one: [UInt8], _ other: [UInt8]) -> Bool {
        one.count == other.count && zip(one, other).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }
}

/// A verifier as one line of text: `sabir-password-1 n r p SALT STORED SERVER`, the last three in base64url.
extension PasswordVerifier {
    package var line: String {
        let numbers = [cost.rounds, cost.blockSize, cost.parallelism].map(String.init)
        return ([Self.mark] + numbers + [salt, stored, server].map { Base64URL.text(of: $0) }).joined(separator: " ")
    }

    /// Reads a verifier's line; nil where the text is none.
    package init?(line: String) {
        let words = line.trimmingCharacters(in: .whitespacesAndNewlines).split(separator: " ").map(String.init)
        guard words.count == 7, words[0] == Self.mark, let n = Int(words[1]), let r = Int(words[2]),
            let p = Int(words[3]), let salt = Base64URL.bytes(of: words[4]), (12...96).contains(salt.count),
            let stored = Base64URL.bytes(of: words[5]), stored.count == SHA256.byteCount,
            let server = Base64URL.bytes(of: words[6]), server.count == SHA256.byteCount
        else { return nil }
        cost = PasswordCost(rounds: n, blockSize: r, parallelism: p)
        guard cost.isReasonable else { return nil }
        (self.salt, self.stored, self.server) = (salt, stored, server)
    }

    package static func isVerifier(_ text: String) -> Bool { text.hasPrefix(mark + " ") }

    /// Stores the verifier in a file, which is replaced as a whole.
    package func keep(in file: PrivateFile) throws(SecurityError) { try file.keep(Data((line + "\n").utf8)) }
}

extension PasswordVerifier: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String { "a password's verifier" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: []) }
}
