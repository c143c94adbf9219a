import Logging
import SabirConfiguration
import SabirRoom
import SabirSecurity
import SabirCore

/// All relays of one node.
package struct RelayService: Sendable {
    private let links: [RelayLink]

    /// Starts the relays, whether or not their hosts are reachable yet. Throws a sentence if the node's key or pins
    /// cannot be read.
    ///
    /// - Parameter device: the node's key, by which hosts know their relays. Called only if there are relays.
    package static func start(
        device: () throws(NodeError) -> String, around: RelayLink.Dependencies
    ) async throws(NodeError) -> RelayService {
        var links: [RelayLink] = []
        let relays = around.configuration.relays
        for relay in relays {
            let passwordVerification = try await passwordVerification(of: relay, around.certificate)
            links.append(try link(relay, device(), passwordVerification, around))
        }
        if let folder = around.copies {
            let kept = relays.filter { $0.history == .disk }.map(\.from.description)
            RelayCopyFile.removeOthers(than: kept, stateDirectory: folder)
        }
        for link in links { await link.start() }
        return RelayService(links: links)
    }

    /// Uses the relay's own verifier and certificate, so that a proof made here is valid nowhere else.
    private static func passwordVerification(
        of relay: RelayConfiguration, _ certificate: String?
    ) async throws(NodeError) -> (any PasswordVerification)? {
        guard let password = relay.password else { return nil }
        let (verifier, certificate) = try await RoomPassword.text(password)
            .protection(of: "\(relay.from)", certificate.flatMap { Fingerprint($0) })
        return StoredPasswordVerification(verifier: verifier, certificate: certificate)
    }

    private static func link(
        _ relay: RelayConfiguration, _ device: String, _ passwordVerification: (any PasswordVerification)?,
        _ around: RelayLink.Dependencies
    ) throws(NodeError) -> RelayLink {
        let (node, state) = (around.configuration.node, around.configuration.node.stateDirectory)
        return try orNodeError {
            let security =
                node.plaintext
                ? nil
                : try GuestProtection.pinned(
                    relay.from.way, stateDirectory: state, logger: around.logger, met: { _ in })
            let pins = node.plaintext ? Pins() : try PinStore(folder: state).read()
            var discovery = around.configuration.discovery
            if let interface = relay.fromInterface { discovery.interfaces = [interface] }
            let finder = RoomFinder(
                discovery, plaintext: node.plaintext, for: around.node, logger: around.logger)
            return RelayLink(
                relay, device: device, security: security, finder: finder, pins: pins,
                passwordVerification: passwordVerification, around: around)
        }
    }

    package func stop() async {
        for link in links { await link.stop() }
    }
}

extension RoomPassword {
    /// The verifier, and the certificate to which the password is proved. Throws a sentence about the room if the
    /// password is not available, or would protect nothing.
    ///
    /// - Parameter certificate: nil without TLS.
    func protection(
        of room: String, _ certificate: Fingerprint?
    ) async throws(NodeError) -> (PasswordVerifier, certificate: Fingerprint) {
        guard let certificate else {
            throw NodeError(
                description: "The room \(room) has a password, and this node talks without TLS: everybody could read "
                    + "along all the same. Take one of them off.")
        }
        do throws(SecurityError) { return (try await verifier(), certificate) } catch {
            throw NodeError(description: "The password of the room \(room): \(error)")
        }
    }
}
