import Logging
import SabirCore

/// A node's place in a NATS cluster: one connection, and its rooms' streams.
package actor Cluster {
    /// The interval at which all rooms are ticked. One timer for all of them: a timer each would wake the machine more
    /// often.
    private static let beat = Duration.milliseconds(250)

    private let node: String
    private let connection: NATSConnection
    private let events: SignalBox<NATSConnection.Event>
    private let queues: RequestQueues
    private let acts: ClusterActs
    private let logger: Logger
    private var rooms: [ClusterRoom] = []
    private var isConnected = false
    private var tasks: [Task<Void, Never>] = []
    private var renewal: Task<Void, Never>?
    private var isOver = false

    /// Waits for a first answer. Throws where the settings are unusable, or the servers refuse them. A cluster that is
    /// away is no error; it is waited for.
    ///
    /// - Parameter node: names this node for operators and other nodes: ASCII letters, digits, `-`.
    package init(_ settings: ClusterSettings, node: String, logger: Logger) throws {
        self.node = node
        self.logger = logger
        events = SignalBox()
        connection = try NATSConnection(settings, node: node, events: events)
        queues = RequestQueues()
        acts = ClusterActs(connection, queues, logger: logger)
    }

    /// Called once, before the first room is opened.
    package func start() {
        let (events, acts) = (events, acts)
        tasks = [
            Task { await acts.start() },
            Task { [weak self] in
                for await _ in events.rings {
                    for event in events.takeAll() { await self?.handle(event) }
                }
            },
            Task { [weak self] in
                while !Task.isCancelled {
                    try? await Task.sleep(for: Self.beat)
                    await self?.tick()
                }
            },
        ]
    }

    private func tick() {
        acts.put(.tick)
        for room in rooms { room.stream.box.put(.tick) }
    }

    private func handle(_ event: NATSConnection.Event) {
        switch event {
        case .connected:
            isConnected = true
            logger.notice("The cluster is connected.")
            acts.put(.connected)
            for room in rooms { room.stream.box.put(.connected) }
        case .disconnected:
            loseConnection("The connection to the cluster is lost; the node tries again.")
        case .ended(let reason):
            guard renewal == nil, !isOver else { return }
            loseConnection("The cluster no longer lets this node in (\(reason)); it tries again every few seconds.")
            renewal = Task { await renew() }
        }
    }

    private func loseConnection(_ words: String) {
        isConnected = false
        logger.warning("\(words)")
        for room in rooms { room.stream.box.put(.disconnected) }
    }

    // MARK: Servers that refuse a node which they accepted before

    private static let pause = Duration.seconds(5)

    private func renew() async {
        var told = ""
        while !isOver {
            do {
                try await queues.queue(for: "").run { [connection] in try connection.renew() }
                break
            } catch {
                if "\(error)" != told { logger.error("\(error)") }
                told = "\(error)"
            }
            try? await Task.sleep(for: Self.pause)
        }
        renewal = nil
    }

    /// Opens the room with this id at this node; its news comes once it is started.
    ///
    /// - Parameters:
    ///   - founder: the certificate's fingerprint, written into the stream if this node makes it.
    ///   - earlier: fingerprints of earlier certificates, which the stream may have.
    package func open(
        _ room: String, limits: StreamLimits, founder: String, earlier: Set<String> = []
    ) -> ClusterRoom {
        let names = ClusterNames(prefix: connection.settings.prefix, room: room)
        let box = NATSStream.Box()
        let stream = NATSStream(names, limits, founder: founder, connection: connection, box: box)
        let opened = ClusterRoom(stream, queues, node: node, earlier: earlier, logger: logger)
        rooms.append(opened)
        if isConnected { box.put(.connected) }
        acts.put(.opened(room: room, box))
        return opened
    }

    /// Ends every room, then the connection.
    package func close() async {
        isOver = true
        renewal?.cancel()
        await withDiscardingTaskGroup { group in
            for room in rooms { group.addTask { await room.stop() } }
        }
        for task in tasks { task.cancel() }
        await acts.stop()
        events.close()
        connection.close()
    }
}
