import Dispatch
import SabirRooms
import SabirSecurity
import SabirWire

/// Where a room's password comes from: what its file or variable holds.
package enum RoomPassword: Sendable, Hashable {
    /// As `sabir password` wrote it.
    case verifier(PasswordVerifier)
    /// In clear, as somebody typed it: a verifier is made of it for one run.
    case text(Password)

    /// Throws a sentence where it is neither.
    package init(_ text: String) throws(SecurityError) {
        let line = text.split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
        guard PasswordVerifier.isVerifier(line) else {
            self = .text(try Password(line).checkedForNew())
            return
        }
        guard let verifier = PasswordVerifier(line: line) else {
            throw SecurityError("It is cut short, or not what \"sabir password\" wrote. Write it anew with that.")
        }
        self = .verifier(verifier)
    }

    func verifier() async throws(SecurityError) -> PasswordVerifier {
        switch self {
        case .verifier(let verifier): verifier
        case .text(let password):
            try await PasswordWork.done { () throws(SecurityError) in try PasswordVerifier(password) }
        }
    }
}

/// Checks a room's password for its host.
struct VerifierDoorkeeper: RoomDoorkeeper {
    let verifier: PasswordVerifier
    /// The node's own: a proof made for another's is none.
    let certificate: Fingerprint

    func challenge(for room: String) -> PasswordChallenge { verifier.challenge(room: room) }

    func answer(to proof: String, offer: PasswordOffer, challenge: PasswordChallenge) -> String? {
        verifier.answer(to: proof, guestNonce: offer.nonce, challenge: challenge, certificate: certificate)
    }

    func accepts(_ text: String) async -> Bool {
        guard let password = try? Password(text) else { return false }
        return await PasswordWork.done { verifier.accepts(password) }
    }
}

/// A guest's password, for as long as its chat lives.
package struct KnownPassword: GuestPassword {
    private let password: Password

    /// Throws a sentence where it can be no password.
    package init(_ text: String) throws(SecurityError) { password = try Password(text) }

    package init(_ password: Password) { self.password = password }

    package func offer() -> PasswordOffer { PasswordOffer(nonce: PasswordNonce.make()) }

    package func answer(
        _ challenge: PasswordChallenge, to offer: PasswordOffer, certificate: String
    ) async throws(RouteError) -> GuestProof {
        do throws(SecurityError) {
            guard let certificate = Fingerprint(certificate) else {
                throw SecurityError("The host has no certificate.", as: "untrusted")
            }
            let answer = try await PasswordWork.done { () throws(SecurityError) in
                try PasswordAnswer(
                    password, to: challenge, guestNonce: offer.nonce, certificate: certificate)
            }
            return GuestProof(proof: answer.proof, expected: answer.expected)
        } catch {
            throw RouteError(error.sentence, isUntrusted: true)
        }
    }
}

/// One scrypt at a time, on a queue of its own: each takes 32 MiB, and as long as an event loop must never wait.
enum PasswordWork {
    private static let queue = DispatchQueue(label: "sabir.password")

    static func done<Value: Sendable, Fault: Error>(
        _ work: @escaping @Sendable () throws(Fault) -> Value
    ) async throws(Fault) -> Value {
        let result: Result<Value, Fault> = await withCheckedContinuation { waiting in
            queue.async { waiting.resume(returning: Result(catching: work)) }
        }
        return try result.get()
    }
}
