import SabirProtocol

/// A DNS-SD instance on one interface and IP version: the key under which Avahi reports it.
struct ServiceInstance: Hashable, Sendable {
    /// The name as announced, which Avahi needs back unchanged. Not safe to display.
    let name: String
    let domain: String
    let interfaceIndex: Int32
    let isIPv6: Bool
}

/// A resolved instance: its address and its record.
struct Sighting: Hashable, Sendable {
    let instance: ServiceInstance
    let host: String
    let address: RoomAddress
    let port: UInt16
    let record: RoomRecord

    // Anyone on the network can announce any name, so characters that a terminal would obey are removed here, once.

    var roomName: String { WireText.cleanName(instance.name) }

    var identity: DiscoveredRoom.Identity {
        DiscoveredRoom.Identity(id: record.id, node: record.node, host: WireText.cleanName(host))
    }
}

extension Sighting {
    init(_ resolution: Resolution, record: RoomRecord) {
        self.init(
            instance: resolution.instance, host: resolution.host, address: resolution.address, port: resolution.port,
            record: record)
    }
}
