import Foundation

/// A room announced on the network, as it was last seen.
package struct DiscoveredRoom: Hashable, Sendable {
    /// Tells rooms apart: two hosts may announce one name, and a host and a relay may announce one room. The name is
    /// not part of the identity, because a host changes its name if another host claims it.
    package struct Identity: Hashable, Sendable {
        package let id: String
        package let node: String
        package let host: String
    }

    /// The announced name, without control and format characters, as the contract cleans names.
    package let name: String
    /// The announcing host, such as `reception.local`.
    package let host: String
    /// Every address seen, in the order to try them: IPv4, routed IPv6, link-local, loopback. Never empty for a room
    /// from a ``Browser``.
    package let addresses: [RoomAddress]
    package let port: UInt16
    package let record: RoomRecord
    /// The peer that listed the room when asked, such as `10.0.8.5:47275`; nil for an announced room.
    package let peer: String?

    package init(
        name: String, host: String, addresses: [RoomAddress], port: UInt16, record: RoomRecord, peer: String? = nil
    ) {
        self.peer = peer
        self.name = name
        self.host = host
        self.addresses = Set(addresses).sorted {
            ($0.reach, $0.interfaceIndex, $0.text) < ($1.reach, $1.interfaceIndex, $1.text)
        }
        self.port = port
        self.record = record
    }

    package var id: String { record.id }
    package var identity: Identity { Identity(id: id, node: record.node, host: host) }

    /// Whether `query`, as a person typed it, is the room's name (ignoring case) or id.
    package func answers(to query: String) -> Bool {
        name.lowercased() == query.lowercased() || id.lowercased() == query.lowercased()
    }

    /// The name without the number by which Avahi tells rooms of one name apart: "Ward" for "Ward #2".
    package var commonName: String {
        guard let mark = name.range(of: " #", options: .backwards) else { return name }
        let number = name[mark.upperBound...]
        let isCounted = !number.isEmpty && number.allSatisfy { $0.isASCII && $0.isNumber }
        return isCounted ? String(name[..<mark.lowerBound]) : name
    }

    /// Whether `query`, as a person typed it, may mean the room: its name, its id, or its common name.
    package func isMeant(by query: String) -> Bool {
        answers(to: query) || commonName.lowercased() == query.lowercased()
    }
}
