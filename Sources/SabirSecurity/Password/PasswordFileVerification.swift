import Logging
import SabirCore
import SabirRoom
import SabirProtocol
import Synchronization

/// Checks a room's password against its file, which is read again within a second of a change, so that `sabir password`
/// changes the password of an open room.
///
/// The rooms ask on their event loop, which must not wait for a disk: they are answered by what was read last.
package final class PasswordFileVerification: PasswordVerification {
    private let password: Mutex<(verifier: PasswordVerifier, changes: Int)>
    /// The node's own certificate: a proof made for another one is invalid.
    private let certificate: Fingerprint
    private let path: String
    private let read: @Sendable (_ path: String) -> Result<String, SecurityError>
    private let room: String
    private let logger: Logger

    /// - Parameters: `verifier`, the file's content, as the configuration read it; `read`, as the configuration reads
    ///   such files.
    package init(
        _ verifier: PasswordVerifier, file: String, room: String, certificate: Fingerprint, logger: Logger,
        read: @escaping @Sendable (_ path: String) -> Result<String, SecurityError>
    ) {
        self.read = read
        password = Mutex((verifier, 0))
        self.certificate = certificate
        (path, self.room, self.logger) = (file, room, logger)
        // The mark is from before the file was read, so the first check reads it once more.
        Task { [weak self] in
            var seen: FileMark?
            while (try? await Task.sleep(for: .seconds(1))) != nil {
                guard let self else { return }
                seen = look(since: seen)
            }
        }
    }

    /// Reads the file again if it has changed, and returns its mark. A file that is gone or unreadable changes nothing:
    /// the last password stays valid.
    private func look(since seen: FileMark?) -> FileMark? {
        let mark = FileMark(path)
        guard let mark, mark != seen else { return seen }
        do throws(SecurityError) {
            guard let new = PasswordVerifier(line: try read(path).get()) else {
                throw SecurityError("it holds no password's verifier; write it anew with: sabir password")
            }
            let isChanged = password.withLock { password in
                guard password.verifier != new else { return false }
                password = (new, password.changes + 1)
                return true
            }
            if isChanged { logger.notice("the password of the room \(room) was changed: \(path)") }
        } catch {
            logger.error("the room \(room) keeps the password that it has; \(path): \(error)")
        }
        return mark
    }

    private var current: StoredPasswordVerification {
        StoredPasswordVerification(verifier: password.withLock(\.verifier), certificate: certificate)
    }

    package var changes: Int { password.withLock(\.changes) }

    package func challenge(for room: String) -> PasswordChallenge { current.challenge(for: room) }

    /// A proof of the old password is invalid once there is a new one.
    package func answer(to proof: String, offer: PasswordOffer, challenge: PasswordChallenge) -> String? {
        current.answer(to: proof, offer: offer, challenge: challenge)
    }

    package func accepts(_ text: String) async -> Bool { await current.accepts(text) }
}
