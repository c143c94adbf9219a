import Logging
import SabirDiscovery

/// How one relay hears who else opens its room to the same people.
struct SiblingRelayDiscovery: Sendable {
    let watch: AnnouncementWatch
    /// Names of the interfaces on which it announces the room; empty for all.
    let interfaces: [String]

    /// Names of interfaces, sorted.
    static func names(of indices: Set<Int>) -> [String] {
        NetworkInterface.all().filter { indices.contains($0.index) }.map(\.name)
    }

    /// Indices of those interfaces on which it can be heard now.
    var indices: Set<Int> {
        let all = NetworkInterface.all().filter { interfaces.isEmpty || interfaces.contains($0.name) }
        return Set(all.filter { $0.carriesDiscovery && !$0.isPointToPoint }.map(\.index))
    }
}

/// Hears for all relays of a node who else announces their rooms.
actor AnnouncementWatch {
    /// Everything that is announced of a room; nil where nothing can be heard at the moment.
    typealias Listener = @Sendable ([DiscoveredRoom]?) -> Void

    /// How long is listened before what is not heard counts as not there.
    static let firstLook = Duration.seconds(2)
    /// How often it is told again, changed or not, as this machine's interfaces come and go.
    static let interval = Duration.seconds(5)

    private let client: AvahiClient
    private let browser: Browser
    /// By room id, in lower case.
    private var listeners: [String: [Listener]] = [:]
    private var hasListened = false
    private var isDeaf = false
    private var tasks: [Task<Void, Never>] = []

    init(logger: Logger) {
        client = AvahiClient(logger: logger)
        browser = Browser(client: client, logger: logger)
    }

    func start() async {
        await browser.start()
        await client.open()
        tasks = [
            Task { [weak self, browser] in
                for await event in browser.events { await self?.handle(event) }
            },
            Task { [weak self] in
                var pause = Self.firstLook
                while (try? await Task.sleep(for: pause)) != nil {
                    await self?.tellAll()
                    pause = Self.interval
                }
            },
        ]
    }

    /// Tells of this room from now on: first when enough has been heard, then after each change.
    func follow(_ room: String, _ listener: @escaping Listener) async {
        listeners[room.lowercased(), default: []].append(listener)
        if hasListened { listener(isDeaf ? nil : await announced(room.lowercased())) }
    }

    func close() async {
        for task in tasks { task.cancel() }
        await browser.close()
        await client.close()
    }

    private func handle(_ event: Browser.Event) async {
        switch event {
        case .found(let room), .changed(let room), .lost(let room):
            if hasListened { await tell(room.id.lowercased()) }
        case .unavailable: isDeaf = true
        case .available: isDeaf = false
        }
        if case .unavailable = event { await tellAll() }
    }

    private func tellAll() async {
        hasListened = true
        for room in listeners.keys { await tell(room) }
    }

    private func tell(_ room: String) async {
        guard let those = listeners[room] else { return }
        let rooms = isDeaf ? nil : await announced(room)
        for listener in those { listener(rooms) }
    }

    private func announced(_ room: String) async -> [DiscoveredRoom] {
        await browser.rooms.filter { $0.id.lowercased() == room }
    }
}
