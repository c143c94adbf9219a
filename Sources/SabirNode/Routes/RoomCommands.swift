import SabirDiscovery
import SabirProtocol

/// The commands by which each of several rooms is joined and no other.
package enum RoomCommands {
    /// Each room once, a line each, with its name and its host behind it.
    static func list(_ rooms: [DiscoveredRoom]) -> String {
        var seen: Set<String> = []
        return rooms.filter { seen.insert($0.id.lowercased()).inserted && !$0.addresses.isEmpty }.map { room in
            let address = NodeAddress(host: room.addresses[0].text, port: Int(room.port))
            return "\n  sabir join \(address)/\(room.id)  (\(room.name), \(room.host))"
        }.joined()
    }

    /// Of the rooms at an address, as the node there names them; empty where it does not, or has one alone. Bounded in
    /// time as `RoomsQuestion` is.
    package static func list(at address: NodeAddress, plaintext: Bool) async -> String {
        let rooms = await PeerAnswer.of(address, plaintext: plaintext).rooms
        return rooms.count > 1 ? list(rooms) : ""
    }
}
