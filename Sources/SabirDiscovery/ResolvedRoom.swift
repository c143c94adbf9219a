import SabirProtocol

/// A DNS-SD instance on one interface and IP version: the key under which Avahi reports it.
struct ServiceInstance: Hashable, Sendable {
    /// The name as announced, which Avahi needs back unchanged. Not safe to display.
    let name: String
    let domain: String
    let interfaceIndex: Int32
    let isIPv6: Bool
}

/// A resolved instance of a room, with its record.
struct ResolvedRoom: Hashable, Sendable {
    let resolution: Resolution
    let record: RoomRecord

    var instance: ServiceInstance { resolution.instance }

    // Anyone on the network can announce any name, so characters that a terminal would obey are removed here, once.

    var roomName: String { WireText.cleanName(instance.name) }

    var identity: DiscoveredRoom.Identity {
        DiscoveredRoom.Identity(id: record.id, node: record.node, host: WireText.cleanName(resolution.host))
    }
}
