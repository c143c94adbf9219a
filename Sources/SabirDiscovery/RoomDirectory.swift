/// The rooms on the network, merged from the instances on each interface and IP version. Each change returns what it
/// makes of the list: rooms that are found, changed and lost. Pure.
struct RoomDirectory: Sendable {
    /// Each room's instances, oldest first. The newest decides name, port and record: interfaces hear of one change a
    /// moment apart, and a host that gives up its name to another is heard under both names for that moment.
    private var entries: [DiscoveredRoom.Identity: [ResolvedRoom]] = [:]
    private var identities: [ServiceInstance: DiscoveredRoom.Identity] = [:]

    /// Sorted by name, then host, then id.
    var rooms: [DiscoveredRoom] {
        entries.keys.compactMap(room).sorted { ($0.name, $0.host, $0.id) < ($1.name, $1.host, $1.id) }
    }

    mutating func insert(_ resolved: ResolvedRoom) -> [Browser.Event] {
        let identity = resolved.identity
        var changes: [Browser.Event] = []
        if let old = identities[resolved.instance], old != identity { changes += remove(resolved.instance) }
        let before = room(identity)
        entries[identity, default: []].removeAll { $0.instance == resolved.instance }
        entries[identity, default: []].append(resolved)
        identities[resolved.instance] = identity
        return changes + difference(identity, before: before)
    }

    /// Removes an instance. The room is lost with its last instance.
    mutating func remove(_ instance: ServiceInstance) -> [Browser.Event] {
        guard let identity = identities.removeValue(forKey: instance) else { return [] }
        let before = room(identity)
        entries[identity]?.removeAll { $0.instance == instance }
        if entries[identity]?.isEmpty == true { entries[identity] = nil }
        return difference(identity, before: before)
    }

    /// Loses all rooms, because nothing confirms them any more.
    mutating func clear() -> [Browser.Event] {
        let lost = rooms.map(Browser.Event.lost)
        self = RoomDirectory()
        return lost
    }

    private func room(_ identity: DiscoveredRoom.Identity) -> DiscoveredRoom? {
        guard let instances = entries[identity], let newest = instances.last else { return nil }
        return DiscoveredRoom(
            name: newest.roomName, host: identity.host, addresses: instances.map(\.resolution.address),
            port: newest.resolution.port, record: newest.record)
    }

    private func difference(_ identity: DiscoveredRoom.Identity, before: DiscoveredRoom?) -> [Browser.Event] {
        switch (before, room(identity)) {
        case (nil, let now?): [.found(now)]
        case (let before?, nil): [.lost(before)]
        case (let before?, let now?): before == now ? [] : [.changed(now)]
        case (nil, nil): []
        }
    }
}
