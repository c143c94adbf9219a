/// All settings of a node: read from a file, completed by defaults, overruled by flags.
///
/// The sample, `config/sabir.toml`, describes every key.
package struct NodeConfiguration: Sendable, Equatable {
    package var node: NodeSettings
    /// The rooms this node hosts, in the file's order. Empty by default: a node that only joins hosts none.
    package var rooms: [RoomConfiguration] = []
    /// Rooms of other hosts that this node relays.
    package var relays: [RelayConfiguration] = []
    package var discovery = DiscoverySettings()
    package var cluster = ClusterConfiguration()
    package var history = HistorySettings()
    package var limits = LimitSettings()
    package var translation = TranslationSettings()
    /// TMX files of sentences with stored translations, for which no engine is asked.
    package var phrasebook = BookSettings()
    /// TBX or CSV files of names that translations keep, use or avoid.
    package var glossary = BookSettings()
    package var safety = SafetySettings()
    package var web = WebConfiguration()
    package var share = SharingConfiguration()
    package var irc = IRCConfiguration()
    package internal(set) var source = SourceText()
    /// Secrets that were left unread because this process may not read them and can do without, in the file's order.
    package internal(set) var notes: [ConfigurationProblem] = []
    /// Likely mistakes in spite of which the node starts, in the order of the file's lines.
    package internal(set) var warnings: [ConfigurationProblem] = []
    /// Keys of earlier versions in the file, in the order of its lines.
    package internal(set) var outdated: [ConfigurationProblem] = []

    /// The built-in defaults for a machine.
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
            .tables("relay", \.relays, blank: .blank, atMost: 100) { relay, _, _ in
                relay.from == RelayConfiguration.blank.from ? nil : relay
            },
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
        checkPorts(in: &reader)
        checkBooks(at: path, in: &reader)
        RoomConfiguration.checkForDoubles(rooms, at: path / "room", in: &reader)
        guard reader.isWhole else { return }
        // A relayed room's name is known only to its host, so with relays any room name is accepted.
        let named = relays.isEmpty ? safety.rooms : []
        for (index, name) in named.enumerated() where !rooms.contains(where: { $0.name == name }) {
            reader.report("there is no [[room]] with this name", at: path / "safety" / "rooms" / index)
        }
        if cluster.settings.servers.isEmpty, let index = rooms.firstIndex(where: { $0.log == .nats }) {
            reader.report(
                "log = \"nats\" needs the cluster's servers: [cluster] nats = [\"nats://HOST:4222\"]",
                at: path / "room" / index / "log")
        }
    }

    /// Names a room without a name after the node, so that the rooms of two unchanged installations differ.
    private mutating func nameRooms(at path: ConfigurationPath, in reader: ConfigurationReader) {
        for index in rooms.indices where rooms[index].name.isEmpty && reader.areValid(path / index / "name") {
            rooms[index].name = node.name
        }
    }
}
