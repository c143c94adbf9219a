import Logging
import SabirWire

#if NATS
    /// A node's place in a NATS cluster: one connection, and its rooms' streams.
    package actor Cluster {
        /// How often the rooms look at the time. One clock for all of them: each would wake the machine by itself.
        private static let beat = Duration.milliseconds(250)

        private let settings: ClusterSettings
        private let node: String
        private let connection: NATSConnection
        private let publisher: NATSPublisher
        private let events: SignalBox<NATSConnection.Event>
        private let queues = RequestQueues()
        private let logger: Logger
        private var boxes: [NATSStream.Box] = []
        private var rooms: [ClusterRoom] = []
        private var isConnected = false
        private var tasks: [Task<Void, Never>] = []

        /// Throws where the settings cannot be used. A cluster that is away is waited for, not an error.
        ///
        /// - Parameter node: by which operators and other nodes know this one: ASCII letters, digits, `-`.
        package init(_ settings: ClusterSettings, node: String, logger: Logger) throws {
            self.settings = settings
            self.node = node
            self.logger = logger
            events = SignalBox()
            connection = try NATSConnection(settings, node: node, events: events)
            publisher = try NATSPublisher(connection)
        }

        /// Once, before the first room.
        package func start() {
            let events = events
            tasks = [
                Task { [weak self] in
                    for await _ in events.rings {
                        for event in events.takeAll() { await self?.heard(event) }
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
            for box in boxes { box.put(.tick) }
        }

        private func heard(_ event: NATSConnection.Event) {
            isConnected = event == .connected
            isConnected
                ? logger.notice("The cluster is reached.") : logger.warning("The cluster is lost; it is looked for.")
            for box in boxes { box.put(isConnected ? .connected : .disconnected) }
        }

        /// The room of this id at this node; its news come once it is started.
        ///
        /// - Parameter founder: written into the stream where this node makes it: its certificate's fingerprint.
        package func open(_ room: String, limits: StreamLimits, founder: String) -> ClusterRoom {
            let names = ClusterNames(prefix: settings.prefix, room: room)
            let box = NATSStream.Box()
            let stream = NATSStream(
                names, limits, founder: founder, settings: settings, publisher: publisher, box: box)
            let opened = ClusterRoom(stream, queues, node: node, logger: logger)
            boxes.append(box)
            rooms.append(opened)
            if isConnected { box.put(.connected) }
            return opened
        }

        /// Ends every room, then the connection.
        package func close() async {
            for room in rooms { await room.stop() }
            for task in tasks { task.cancel() }
            events.close()
            connection.close()
        }
    }
#endif
