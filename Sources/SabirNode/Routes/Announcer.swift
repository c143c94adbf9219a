import Logging
import SabirDiscovery
import SabirRoom

/// Announces a node's rooms, updates their member counts, and logs the outcome.
package actor Announcer {
    private static let interfaceInterval = Duration.seconds(3)

    private let client: AvahiClient
    private let advertiser: Advertiser
    private let logger: Logger
    private let node: String
    private let port: UInt16
    /// The node's certificate; nil without TLS.
    private let fingerprint: String?
    /// The page's port; nil without a page.
    private var webPort: UInt16?
    private var tasks: [Task<Void, Never>] = []

    /// - Parameters: `node`, its id; `port`, the port of its rooms; `fingerprint`, its certificate's.
    package init(node: String, port: Int, fingerprint: String?, interfaces: [String], logger: Logger) {
        self.fingerprint = fingerprint
        self.node = node
        self.port = UInt16(clamping: port)
        client = AvahiClient(logger: logger)
        advertiser = Advertiser(client: client, interfaces: interfaces, logger: logger)
        self.logger = logger
    }

    package func start() async {
        tasks = [
            Task { [advertiser, logger] in
                for await event in advertiser.events { Self.log(event, logger) }
            },
            // Interfaces come and go (a phone over Bluetooth, a cable), and asking the kernel is cheap.
            Task { [advertiser] in
                while (try? await Task.sleep(for: Self.interfaceInterval)) != nil {
                    await advertiser.refreshInterfaces()
                }
            },
        ]
        await client.open()
    }

    /// Sets the page's port in later announcements.
    package func setWebPort(_ port: Int?) { webPort = port.map { UInt16(clamping: $0) } }

    /// Announces a room unless it is hidden.
    ///
    /// - Parameters via, hops: for a carried room, its name for the relay and the number of relays between here and the
    ///   room's host.
    /// - Parameter interfaces: where to announce; empty for all of the room's.
    package func announce(_ room: HostedRoom, via: String? = nil, hops: Int = 0, on interfaces: [String] = []) async {
        guard room.settings.isListed else { return }
        let info = room.settings.info
        let record = RoomRecord(
            id: info.id, node: node, authentication: room.hasPassword ? .password : .none, fingerprint: fingerprint,
            members: await room.memberCount, webPort: via == nil ? webPort : nil,
            relay: via.map { RoomRecord.Relay(via: $0, hops: min(hops, 8)) })
        let interfaces = interfaces.isEmpty ? room.settings.interfaces : interfaces
        await advertiser.announce(
            Advertisement(name: info.name, port: port, record: record, interfaces: interfaces))
        // Only the newest count matters, however fast members join.
        let (counts, told) = AsyncStream.makeStream(of: Int.self, bufferingPolicy: .bufferingNewest(1))
        await room.onCountChange { told.yield($0) }
        tasks.append(
            Task { [advertiser] in
                for await count in counts { await advertiser.update(members: count, of: info.id) }
            })
    }

    package func withdraw(_ id: String) async { await advertiser.withdraw(id) }

    package func close() async {
        for task in tasks { task.cancel() }
        await advertiser.close()
        await client.close()
    }

    private static func log(_ event: Advertiser.Event, _ logger: Logger) {
        switch event {
        case .established(_, let name): logger.info("the room is announced as \"\(name)\"")
        case .renamed(_, let old, let new):
            logger.warning("the name \"\(old)\" is taken on this network; the room is announced as \"\(new)\"")
        case .refused(_, let reason): logger.warning("the room is not announced: \(reason)")
        }
    }
}
