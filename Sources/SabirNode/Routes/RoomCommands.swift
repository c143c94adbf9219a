import SabirDiscovery
import SabirProtocol

/// Commands that each join exactly one of several rooms.
package enum RoomCommands {
    /// One line for each room, with its name and its host.
    static func list(_ rooms: [DiscoveredRoom]) -> String {
        var seen: Set<String> = []
        return rooms.filter { seen.insert($0.id.lowercased()).inserted && !$0.addresses.isEmpty }.map { room in
            let address = NodeAddress(host: room.addresses[0].text, port: Int(room.port))
            return "\n  sabir join \(address)/\(room.id)  (\(room.name), \(room.host))"
        }.joined()
    }

    /// Commands for the rooms at an address; empty if the node there does not list them, or has only one. Bounded in
    /// time by `RoomsQuestion`.
    package static func list(at address: NodeAddress, plaintext: Bool) async -> String {
        let rooms = await PeerAnswer.of(address, plaintext: plaintext).rooms
        return rooms.count > 1 ? list(rooms) : ""
    }
}
