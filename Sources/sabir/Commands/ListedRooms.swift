import OrderedCollections
import SabirDiscovery

/// Rooms as shown to people: announcements of the same room by several nodes (a cluster, a host and its relay) are one
/// room. Programs are told of each node. Pure.
struct ListedRooms {
    /// Combines the room's id, which is the same at every node, with its name, so that a stranger who announces another
    /// room's id hides nothing. Password and TLS are also part of the key: a room without them does not pass for one
    /// with them.
    private struct Key: Hashable {
        let id: String
        let name: String
        let hasPassword: Bool
        let isSecure: Bool

        init(_ room: DiscoveredRoom) {
            id = room.id.lowercased()
            name = room.commonName
            hasPassword = room.record.authentication == .password
            isSecure = room.record.fingerprint != nil
        }
    }

    /// Announcements by room; the first is shown.
    private var announcements: [Key: [DiscoveredRoom]] = [:]

    /// Each room once, in the order of its first announcement, with all hosts that announce it.
    static func once(_ rooms: [DiscoveredRoom]) -> [(room: DiscoveredRoom, hosts: [String])] {
        OrderedDictionary(grouping: rooms, by: Key.init).values.map { announced in
            (announced[0], Array(OrderedSet(announced.map(\.host))))
        }
    }

    /// Changes to show to people after a change at one node.
    mutating func follow(_ event: Browser.Event) -> [Browser.Event] {
        switch event {
        case .found(let room):
            announcements[Key(room), default: []].append(room)
            return announcements[Key(room)]?.count == 1 ? [event] : []
        case .changed(let room):
            guard let at = announcements[Key(room)]?.firstIndex(where: { $0.identity == room.identity }) else {
                return drop(room) + follow(.found(room))
            }
            announcements[Key(room)]?[at] = room
            return at == 0 ? [event] : []
        case .lost(let room): return drop(room)
        case .unavailable, .available: return [event]
        }
    }

    private mutating func drop(_ room: DiscoveredRoom) -> [Browser.Event] {
        for (key, rooms) in announcements {
            guard let at = rooms.firstIndex(where: { $0.identity == room.identity }) else { continue }
            let others = rooms.filter { $0.identity != room.identity }
            announcements[key] = others.isEmpty ? nil : others
            guard let next = others.first else { return [.lost(rooms[at])] }
            return at == 0 ? [.changed(next)] : []
        }
        return []
    }
}
