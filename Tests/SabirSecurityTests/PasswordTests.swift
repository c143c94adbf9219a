import Foundation
import SabirClient
import SabirCore
import SabirProtocol
import Testing

@testable import SabirSecurity

/// `Vectors/password.json`, made with another implementation (Python's hashlib and hmac).
private struct PasswordVectors: Decodable {
    struct Vector: Decodable {
        let password, room, certificate, guest, host, salt, proof, answer, verifier: String
        let n, r, p: Int

        var challenge: PasswordChallenge {
            PasswordChallenge(
                room: room, salt: salt, cost: PasswordCost(rounds: n, blockSize: r, parallelism: p), nonce: host)
        }
    }

    let vectors: [Vector]

    static func read() throws -> [Vector] {
        let file = try #require(
            Bundle.module.url(forResource: "password", withExtension: "json", subdirectory: "Vectors"))
        return try JSONDecoder().decode(PasswordVectors.self, from: try Data(contentsOf: file)).vectors
    }
}

@Suite struct PasswordTests {
    private static let cheap = PasswordCost(rounds: 1 << 14, blockSize: 8, parallelism: 1)
    private let host = fingerprint(1)

    private func answer(
        _ text: String, _ challenge: PasswordChallenge, nonce: String = "guest-nonce-0123", to certificate: Fingerprint
    ) throws -> GuestProof {
        try GuestProof(try Password(text), to: challenge, guestNonce: nonce, certificate: certificate)
    }

    @Test func anotherImplementationFindsTheSame() throws {
        for vector in try PasswordVectors.read() {
            let certificate = try #require(Fingerprint(vector.certificate))
            let answer = try answer(vector.password, vector.challenge, nonce: vector.guest, to: certificate)
            #expect(answer.proof == vector.proof && answer.expected == vector.answer)
            let verifier = try #require(PasswordVerifier(line: vector.verifier + "\n"))
            #expect(verifier.line == vector.verifier)
            let told = verifier.answer(
                to: vector.proof, guestNonce: vector.guest, challenge: vector.challenge, certificate: certificate)
            #expect(told == vector.answer)
        }
    }

    @Test func theRightPasswordIsProvedAndTheHostProvesIt() throws {
        let verifier = try PasswordVerifier(try Password("correct horse"), cost: Self.cheap)
        let challenge = verifier.challenge(room: "room")
        let answer = try answer("correct horse", challenge, to: host)
        let told = verifier.answer(
            to: answer.proof, guestNonce: "guest-nonce-0123", challenge: challenge, certificate: host)
        #expect(told == answer.expected)
        #expect(verifier.accepts(try Password("correct horse")))
        #expect(!verifier.accepts(try Password("correct house")))
    }

    @Test func aProofIsOfNoUseAnywhereElse() throws {
        let verifier = try PasswordVerifier(try Password("correct horse"), cost: Self.cheap)
        let challenge = verifier.challenge(room: "room")
        let right = try answer("correct horse", challenge, to: host).proof
        func opens(_ proof: String, nonce: String = "guest-nonce-0123", _ other: PasswordChallenge? = nil) -> Bool {
            verifier.answer(to: proof, guestNonce: nonce, challenge: other ?? challenge, certificate: host) != nil
        }
        #expect(opens(right))
        #expect(!opens(right, verifier.challenge(room: "room")), "replayed for a later challenge")
        #expect(!opens(right, nonce: "guest-nonce-4567"))
        #expect(!opens(right, verifier.challenge(room: "other", nonce: challenge.nonce)))
        let elsewhere = try answer("correct horse", challenge, to: fingerprint(2)).proof
        #expect(!opens(elsewhere), "through another's certificate")
        #expect(!opens(try answer("wrong horse", challenge, to: host).proof))
        for malformed in ["", "A", String(repeating: "A", count: 43), right + "A", String(right.dropLast()) + "="] {
            #expect(!opens(malformed))
        }
    }

    /// What is stolen with the file opens no door: the proof takes the key of which the file has a hash.
    @Test func theVerifierIsNoKey() throws {
        let verifier = try PasswordVerifier(try Password("correct horse"), cost: Self.cheap)
        let challenge = verifier.challenge(room: "room")
        let transcript = PasswordTranscript(challenge, guestNonce: "guest-nonce-0123", certificate: host)
        for stolen in [verifier.stored, verifier.server] {
            let proof = PasswordTranscript.xor(stolen, transcript.signature(by: verifier.stored))
            let told = verifier.answer(
                to: Base64URL.text(of: proof), guestNonce: "guest-nonce-0123", challenge: challenge, certificate: host)
            #expect(told == nil)
        }
    }

    @Test(arguments: [(1 << 10, 8, 1), (1 << 20, 8, 1), (20_000, 8, 1), (1 << 14, 1, 1), (1 << 14, 8, 9), (-1, 8, 1)])
    func aGuestComputesNeitherTooLittleNorTooMuch(_ n: Int, _ r: Int, _ p: Int) {
        let cost = PasswordCost(rounds: n, blockSize: r, parallelism: p)
        let challenge = PasswordChallenge(
            room: "room", salt: "AAAAAAAAAAAAAAAAAAAAAA", cost: cost, nonce: "host-nonce-01234")
        #expect(throws: SecurityError.self) { try answer("correct horse", challenge, to: host) }
    }

    @Test func aNewPasswordHasALength() throws {
        #expect(throws: SecurityError.self) { try PasswordVerifier(try Password("short"), cost: Self.cheap) }
        for none in ["", "tab\there and on", String(repeating: "a", count: 1_025)] {
            #expect(throws: SecurityError.self) { try Password(none) }
        }
    }

    @Test(arguments: [
        "", "sabir-password-1", "sabir-password-2 16384 8 1 AAAAAAAAAAAAAAAAAAAAAA A A",
        "sabir-password-1 2 8 1 AAAAAAAAAAAAAAAAAAAAAA AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA A",
    ])
    func whatIsNoVerifierIsNone(_ line: String) { #expect(PasswordVerifier(line: line) == nil) }

    @Test func nothingPrintsASecret() throws {
        let (password, verifier) = (
            try Password("correct horse"), try PasswordVerifier(try Password("correct horse"), cost: Self.cheap)
        )
        for text in ["\(password)", String(reflecting: password), "\(verifier)", String(reflecting: verifier)] {
            #expect(!text.contains("horse") && !text.contains(verifier.saltText))
        }
    }
}
