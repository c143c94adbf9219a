import SabirProtocol

/// A DNS-SD instance as one interface hears it by one protocol, the key under which Avahi tells of it.
struct ServiceInstance: Hashable, Sendable {
    /// The name as announced, which Avahi needs back unchanged; not fit to be shown.
    let name: String
    let domain: String
    let interfaceIndex: Int32
    let isIPv6: Bool
}

/// An instance that was resolved: where it is and what it says of itself.
struct Sighting: Hashable, Sendable {
    let instance: ServiceInstance
    let host: String
    let address: RoomAddress
    let port: UInt16
    let record: RoomRecord

    // Anyone on the network can announce any name: what a terminal would obey is removed here, once.

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
