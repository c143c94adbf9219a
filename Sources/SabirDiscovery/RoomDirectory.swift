/// The rooms on the network, folded from what is seen on each interface by each protocol. Pure.
package struct RoomDirectory: Sendable {
    /// A difference between the list before and after.
    package enum Change: Hashable, Sendable {
        case found(DiscoveredRoom)
        case changed(DiscoveredRoom)
        case lost(DiscoveredRoom)
    }

    private struct Entry {
        var addresses: [ServiceInstance: RoomAddress]
        var port: UInt16
        var record: RoomRecord
    }

    private var entries: [DiscoveredRoom.Identity: Entry] = [:]
    private var identities: [ServiceInstance: DiscoveredRoom.Identity] = [:]

    package init() {}

    /// By name, then host, then id.
    package var rooms: [DiscoveredRoom] {
        entries.keys.compactMap(room).sorted { ($0.name, $0.host, $0.id) < ($1.name, $1.host, $1.id) }
    }

    /// The newest sighting decides record and port: interfaces hear of one change a moment apart.
    mutating func resolved(_ sighting: Sighting) -> [Change] {
        let identity = sighting.identity
        var changes: [Change] = []
        if let old = identities[sighting.instance], old != identity { changes += vanished(sighting.instance) }
        let before = room(identity)
        var entry = entries[identity] ?? Entry(addresses: [:], port: sighting.port, record: sighting.record)
        entry.addresses[sighting.instance] = sighting.address
        entry.port = sighting.port
        entry.record = sighting.record
        entries[identity] = entry
        identities[sighting.instance] = identity
        return changes + difference(identity, before: before)
    }

    /// The instance is no longer announced there; the room is lost with its last one.
    mutating func vanished(_ instance: ServiceInstance) -> [Change] {
        guard let identity = identities.removeValue(forKey: instance) else { return [] }
        let before = room(identity)
        entries[identity]?.addresses[instance] = nil
        if entries[identity]?.addresses.isEmpty == true { entries[identity] = nil }
        return difference(identity, before: before)
    }

    /// Nothing vouches for the rooms any more: all are lost.
    mutating func clear() -> [Change] {
        let lost = rooms.map(Change.lost)
        self = RoomDirectory()
        return lost
    }

    private func room(_ identity: DiscoveredRoom.Identity) -> DiscoveredRoom? {
        guard let entry = entries[identity] else { return nil }
        return DiscoveredRoom(
            name: identity.name, host: identity.host, addresses: Array(entry.addresses.values), port: entry.port,
            record: entry.record
        )
    }

    private func difference(_ identity: DiscoveredRoom.Identity, before: DiscoveredRoom?) -> [Change] {
        switch (before, room(identity)) {
        case (nil, let now?): [.found(now)]
        case (let before?, nil): [.lost(before)]
        case (let before?, let now?): before == now ? [] : [.changed(now)]
        case (nil, nil): []
        }
    }
}
