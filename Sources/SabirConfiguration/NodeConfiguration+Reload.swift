/// The keys, as people read them, in which a file differs from the running node's configuration.
package struct ReloadedKeys: Equatable, Sendable {
    /// Changes that the node took over.
    var live: [String] = []
    /// Changes that apply from the next start.
    var atRestart: [String] = []

    /// Sentences for the log; empty if nothing differs.
    package var sentences: [String] {
        [
            live.isEmpty ? nil : "changed from now on: \(live.joined(separator: ", "))",
            atRestart.isEmpty
                ? nil
                : "\(atRestart.joined(separator: ", ")): changed, \(atRestart.count == 1 ? "takes" : "take") effect with a "
                    + "restart",
        ].compactMap(\.self)
    }

    /// Lines for `check-config`, about a file that no node has read yet.
    package var forecast: [String] {
        guard self != ReloadedKeys() else { return ["The node that runs here has all of it already."] }
        let live = live.isEmpty ? [] : ["taken by a reload (systemctl reload sabir): \(live.joined(separator: ", "))"]
        let late = atRestart.isEmpty ? [] : ["taken by a restart alone: \(atRestart.joined(separator: ", "))"]
        return ["Changes for the node that runs here:"] + (live + late).map { "  " + $0 }
    }
}

/// Reloading the file in a running node.
extension NodeConfiguration {
    /// Takes over what may change while the node runs: the keys that their sections call `isLive`.
    package mutating func reload(_ new: NodeConfiguration) -> ReloadedKeys {
        let names = rooms.map(\.name)
        var new = new
        var changes: [ConfigurationChange] = []
        if lends(outsideBy: new.translation) {
            new.translation.endpoints = translation.endpoints
            changes.append(ConfigurationChange(path: .root / "translation" / "endpoint" / 0, isLive: false))
        }
        changes += reload(new)
        var keys = ReloadedKeys()
        for change in changes {
            let spoken = Self.spoken(change.path, names)
            if change.isLive { keys.live.append(spoken) } else { keys.atRestart.append(spoken) }
        }
        for room in new.rooms where !names.contains(room.name) {
            let spoken = "[[room]] \"\(room.name)\" (new)"
            guard mayOpen(room) else {
                keys.atRestart.append(spoken)
                continue
            }
            rooms.append(room)
            keys.live.append(spoken)
        }
        rooms.removeAll { room in room.log == .node && !new.rooms.contains { $0.name == room.name } }
        return keys
    }

    /// A room of a cluster needs its connection, and one on disk the history: these are made at the start.
    private func mayOpen(_ room: RoomConfiguration) -> Bool {
        room.log == .node && (room.history != .disk || rooms.contains { $0.history == .disk })
    }

    /// Whether an engine outside the network would be added to the shared ones, which are only judged at the start.
    private func lends(outsideBy new: TranslationSettings) -> Bool {
        share.enabled && !share.allowInternet && !translation.endpoints.contains(where: \.allowInternet)
            && new.endpoints.contains(where: \.allowInternet)
    }

    /// - Parameter names: the rooms' names in the running configuration.
    private static func spoken(_ path: ConfigurationPath, _ names: [String]) -> String {
        if path.names.first == "room", path.parts.count > 1, case .index(let index) = path.parts[1] {
            let room = "[[room]] \"\(names[index])\""
            return path.parts.count == 2 ? "\(room) (gone)" : "\(room) \(path.names[1])"
        }
        if case .index = path.parts.last { return path.asTable }
        return path.asKey
    }

    /// Matches rooms by name. The paths of the changes count the running node's rooms.
    static func reloadRooms(_ section: inout NodeConfiguration, _ new: NodeConfiguration) -> [ConfigurationChange] {
        section.rooms.indices.flatMap { index in
            let place = ConfigurationPath.root / "room" / index
            guard let room = new.rooms.first(where: { $0.name == section.rooms[index].name }) else {
                return [ConfigurationChange(path: place, isLive: section.rooms[index].log == .node)]
            }
            return section.rooms[index].reloadRoom(room).map { $0.below(place) }
        }
    }
}

extension RoomConfiguration {
    /// Takes over the changes of a room. How long lines are kept changes at once only where the room still keeps them
    /// itself, in the same place: in a stream the cluster keeps them.
    fileprivate mutating func reloadRoom(_ new: RoomConfiguration) -> [ConfigurationChange] {
        let (keepFor, keepMessages) = (keepFor, keepMessages)
        let changes = reload(new)
        guard log == .nats || new.history != history else { return changes }
        (self.keepFor, self.keepMessages) = (keepFor, keepMessages)
        return changes.map { change in
            ["keep_for", "keep_messages"].contains(change.path.names.last)
                ? ConfigurationChange(path: change.path, isLive: false) : change
        }
    }
}
