import SabirProtocol

/// What a node tells of itself to a peer that asks for its rooms.
package struct NodeIntroduction: Sendable, Hashable {
    /// The node's id, as in its TXT records.
    package let id: String
    package let name: String
    /// Port of the node's page; nil without one.
    package let webPort: Int?

    package init(id: String, name: String, webPort: Int? = nil) {
        self.id = id
        self.name = name
        self.webPort = webPort
    }

    /// The rooms behind the room `after`; empty where that room is gone, so that the asker begins anew.
    func page(of rooms: [RoomList.Room], after: String?) -> RoomList {
        let start = after.map { id in (rooms.firstIndex { $0.id == id.lowercased() } ?? rooms.endIndex - 1) + 1 } ?? 0
        let rest = rooms.dropFirst(start)
        let page = Array(rest.prefix(RoomList.maximumRooms))
        return RoomList(node: id, name: name, web: webPort, rooms: page, more: page.count < rest.count)
    }
}

extension HostedRoom {
    /// The room as the list of rooms has it.
    ///
    /// - Parameter via: this node's name, where it is a relay.
    func listing(via: String) -> RoomList.Room {
        let hops = min(state.path.count - 1, 8)
        return RoomList.Room(
            id: settings.info.id, name: settings.info.name, n: memberCount, auth: hasPassword ? "password" : "none",
            via: hops > 0 ? via : nil, hops: hops > 0 ? hops : nil)
    }
}
