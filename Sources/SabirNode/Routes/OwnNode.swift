import SabirConfiguration
import SabirDiscovery
import SabirProtocol
import SabirSecurity
import SabirCore

/// The node on this computer. A person at this computer who names a room means this node's room, whatever is announced
/// under the name elsewhere.
package enum OwnNode {
    /// How to join this node's room with that name or id; nil if no node answers at the configured port, or it hosts no
    /// such room. Takes 12 seconds at most, and almost none if nothing listens.
    ///
    /// - Parameter pins: the person's pins.
    package static func target(
        for query: String, _ configuration: NodeConfiguration, plaintext: Bool, pins: Pins
    ) async -> JoinTarget? {
        let node = configuration.node
        guard node.port != 0, let bound = node.bind.first else { return nil }
        let address = NodeAddress(host: LocalAddress.own(bound), port: node.port)
        let rooms = await PeerAnswer.of(address, plaintext: plaintext).rooms
        let own = plaintext ? nil : try? NodeCertificate.existing(in: node.stateDirectory)
        return target(for: query, at: address, among: rooms, key: own?.fingerprint, known: pins.known(as: query))
    }

    /// The room whose host has this computer's key. If the key is unreadable, as when the service owns it, the room of
    /// whoever answers here, unless the person knows another one by that name. Excludes carried rooms, which belong to
    /// their hosts.
    static func target(
        for query: String, at address: NodeAddress, among rooms: [DiscoveredRoom], key: Fingerprint?, known: [Pin]
    ) -> JoinTarget? {
        guard let room = rooms.first(where: { $0.record.relay == nil && $0.answers(to: query) }) else { return nil }
        if let key, room.record.fingerprint == key.description {
            return Invite(host: address.host, port: address.port, room: room.id, fingerprint: key)
                .map(JoinTarget.invite)
        }
        let isKnown = known.isEmpty || known.contains { $0.room == room.id.lowercased() }
        return isKnown ? .address(address, room: room.id) : nil
    }
}
