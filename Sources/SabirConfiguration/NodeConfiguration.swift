/// All that can be set about a node: read from a file, completed by defaults, overruled by flags.
///
/// The sample, `config/sabir.toml`, describes every key.
package struct NodeConfiguration: Sendable, Equatable {
    package var node: NodeSettings
    /// Rooms this node hosts, in the order of the file. Empty by default: a node that only joins hosts none.
    package var rooms: [RoomConfiguration] = []
    /// Rooms that live elsewhere and that this node carries on.
    package var relays: [RelayConfiguration] = []
    package var discovery = DiscoverySettings()
    package var cluster = ClusterConfiguration()
    package var history = HistorySettings()
    package var limits = LimitSettings()
    package var translation = TranslationSettings()
    package var phrasebook = PhrasebookSettings()
    package var glossary = GlossarySettings()
    package var safety = SafetySettings()
    package var web = WebConfiguration()
    package var share = SharingConfiguration()
    package var irc = IRCConfiguration()
    package internal(set) var source = SourceText()
    /// What was not read of the file, in its order: secrets that this process may not have, and can do without.
    package internal(set) var notes: [ConfigurationProblem] = []
    /// What should be mended in the file although the node starts with it, in the order of its lines.
    package internal(set) var warnings: [ConfigurationProblem] = []
    /// Keys of earlier versions that stand in the file, in the order of its lines.
    package internal(set) var outdated: [ConfigurationProblem] = []

    /// The built-in defaults, on that machine.
    package init(on environment: ConfigurationEnvironment) {
        node = NodeSettings(on: environment)
        setShippedBooks(from: DataFolder.locate(configured: nil, environment: environment.variables))
    }
}

extension NodeConfiguration: ConfigurationSection {
    static let maximumRooms = 1_000

    static var keys: [SectionKey<Self>] {
        [
            .table("node", \.node),
            .tables(
                "room", \.rooms, blank: RoomConfiguration(name: ""), atMost: maximumRooms, reload: reloadRooms,
                make: { room, _, _ in room }),
            .tables("relay", \.relays, blank: RelayTable(), atMost: 100) { table, _, _ in table.relay },
            .table("discovery", \.discovery),
            .table("cluster", \.cluster),
            .table("history", \.history),
            .table("limits", \.limits),
            .table("translation", \.translation),
            .table("phrasebook", \.phrasebook),
            .table("glossary", \.glossary),
            .table("safety", \.safety),
            .table("web", \.web),
            .table("share", \.share),
            .table("irc", \.irc),
        ]
    }

    mutating func check(at path: ConfigurationPath, in reader: inout ConfigurationReader) {
        nameRooms(at: path / "room", in: reader)
        checkPasswords(at: path, in: &reader)
        web.tls = web.tls.orImported(to: node.stateDirectory)
        locateBooks(at: path, in: reader)
        checkSecrets(at: path, in: &reader)
        checkPorts(at: path, in: &reader)
        checkBooks(at: path, in: &reader)
        RoomConfiguration.checkForDoubles(rooms, at: path / "room", in: &reader)
        guard reader.isWhole else { return }
        // What a relay carries has the name that its host gives it.
        let named = relays.isEmpty ? safety.rooms : []
        for (index, name) in named.enumerated() where !rooms.contains(where: { $0.name == name }) {
            reader.report("there is no [[room]] with this name", at: path / "safety" / "rooms" / index)
        }
        if cluster.nats.isEmpty, let index = rooms.firstIndex(where: { $0.log == .nats }) {
            reader.report(
                "log = \"nats\" needs the cluster's servers: [cluster] nats = [\"nats://HOST:4222\"]",
                at: path / "room" / index / "log")
        }
    }

    /// A room that is given no name has the node's, so that two houses that change nothing have rooms of two names.
    private mutating func nameRooms(at path: ConfigurationPath, in reader: ConfigurationReader) {
        for index in rooms.indices where rooms[index].name.isEmpty && reader.accepted(path / index / "name") {
            rooms[index].name = node.name
        }
    }
}
