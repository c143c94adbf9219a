import Foundation
import SabirConfiguration
import SabirSecurity
import SabirProtocol
import SabirCore

extension NodeConfiguration {
    /// Makes an invite to a room that this machine hosts from its node's files; the node need not be running.
    ///
    /// - Parameter room: the room's name, ignoring case, or its id.
    /// - Parameters host, port: where guests reach this machine; nil for the configured values.
    package func invite(to room: String, host: String?, port: Int?) throws(SecurityError) -> Invite {
        guard !node.plaintext else {
            throw SecurityError(
                "This node talks without TLS (plaintext = true), so that an invite could vouch for nothing.")
        }
        let name = WireText.cleanName(room)
        guard let certificate = try NodeCertificate.existing(in: node.stateDirectory), let id = try id(of: name)
        else {
            throw SecurityError(
                "Nothing is known here of a room \"\(name.prefix(64))\". Ask on the computer that hosts it, with the "
                    + "same configuration and as the same user, after it was opened for the first time.")
        }
        let port = port ?? node.port
        guard port != 0 else {
            throw SecurityError("This node takes any free port; say with --port which one it has at present.")
        }
        let address = host ?? LocalAddress.reachable(node.bind[0])
        guard let invite = Invite(host: address, port: port, room: id, fingerprint: certificate.fingerprint) else {
            throw SecurityError("No invite can be made of the address \(address), port \(port).")
        }
        return invite
    }

    private func id(of name: String) throws(SecurityError) -> String? {
        if let configured = rooms.first(where: { $0.name.lowercased() == name.lowercased() })?.id {
            return configured.uuidString
        }
        let kept = try IdentityFile.rooms(in: node.stateDirectory)
        let byName = kept.first { $0.key.lowercased() == name.lowercased() }?.value
        return (byName ?? kept.values.first { $0 == UUID(uuidString: name) })?.uuidString
    }
}
