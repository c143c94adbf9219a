import Logging
import SabirConfiguration
import SabirCore
import SabirRoom
import SabirSecurity

extension RoomConfiguration {
    /// Reads what the room's password is checked by; nil if everybody may join. Throws a sentence if the password is
    /// not available, or would protect nothing.
    ///
    /// - Parameter certificate: the certificate to which the password is proved; nil without TLS.
    func passwordVerification(
        _ certificate: NodeCertificate?, _ logger: Logger
    ) async throws(NodeError) -> (any PasswordVerification)? {
        guard let password else { return nil }
        let (verifier, certificate) = try await password.protection(of: "\"\(name)\"", certificate?.fingerprint)
        guard let file = passwordFile else {
            return StoredPasswordVerification(verifier: verifier, certificate: certificate)
        }
        return PasswordFileVerification(
            verifier, file: file, room: name, certificate: certificate, logger: logger, read: Self.read)
    }

    private static let read: @Sendable (String) -> Result<String, SecurityError> = { path in
        let environment = ConfigurationEnvironment(hostName: "", variables: [:], isRoot: false)
        return Result { () throws(UnreadableFile) in try environment.read(path, atMost: PasswordVerifier.longest) }
            .mapError { SecurityError($0.reason) }
    }
}
