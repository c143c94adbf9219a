/// A room that is announced on the network, as it was last seen.
package struct DiscoveredRoom: Hashable, Sendable {
    /// What tells rooms apart: two hosts may announce one name, and one room may be announced by two (its host and
    /// a relay). The name is not part of it: a host takes another where two claim one.
    package struct Identity: Hashable, Sendable {
        package let id: String
        package let node: String
        package let host: String
    }

    /// The announced name, cleaned of control and format characters as the contract has it for names.
    package let name: String
    /// The host that announces it, `reception.local`.
    package let host: String
    /// Every address seen, in the order to try them: IPv4, then IPv6 that is routed, then link-local, loopback last.
    /// Never empty where the room comes from a ``Browser``.
    package let addresses: [RoomAddress]
    package let port: UInt16
    package let record: RoomRecord
    /// The peer that named it when it was asked, `10.0.8.5:47275`; nil where it was announced.
    package let peer: String?

    package init(
        name: String, host: String, addresses: [RoomAddress], port: UInt16, record: RoomRecord, peer: String? = nil
    ) {
        self.peer = peer
        self.name = name
        self.host = host
        self.addresses = Self.ordered(addresses)
        self.port = port
        self.record = record
    }

    package var id: String { record.id }
    package var identity: Identity { Identity(id: id, node: record.node, host: host) }

    /// Whether a person who typed `query` means this room: its name without regard to case, or its id.
    package func answers(to query: String) -> Bool {
        name.lowercased() == query.lowercased() || id.lowercased() == query.lowercased()
    }

    /// Whether a person who typed `query` may mean this room: it answers to that, or is announced as "QUERY #2" or the like,
    /// as Avahi calls the second room of one name.
    package func isMeant(by query: String) -> Bool {
        guard !answers(to: query) else { return true }
        let (name, query) = (name.lowercased(), query.lowercased())
        guard name.hasPrefix(query + " #") else { return false }
        let number = name.dropFirst(query.count + 2)
        return !number.isEmpty && number.allSatisfy { $0.isASCII && $0.isNumber }
    }

    private static func ordered(_ addresses: [RoomAddress]) -> [RoomAddress] {
        Set(addresses).sorted { ($0.reach, $0.interfaceIndex, $0.text) < ($1.reach, $1.interfaceIndex, $1.text) }
    }
}
