import Glibc
import Logging
import SabirProtocol

/// Watches for rooms on the network, over IPv4 and IPv6, and follows their records.
///
/// Runs on the client's queue, so that both act as one without suspending.
package actor Browser {
    package enum Event: Hashable, Sendable {
        case found(DiscoveredRoom)
        /// The room's record, port or addresses changed.
        case changed(DiscoveredRoom)
        case lost(DiscoveredRoom)
        /// Nothing can be found at the moment. Sent once for each outage, after every room was lost.
        case unavailable(reason: Sentence)
        case available
    }

    /// The most instances followed at once: below the daemon's limit for one client (`objects-per-client-max`, 1,024),
    /// which the announced rooms share. Further rooms are not found.
    static let maximumInstances = 768

    private let client: AvahiClient
    private let type: String
    private let interfaces: [String]
    private let logger: Logger
    private var directory = RoomDirectory()
    private var browsing: Int?
    private var resolvers: [ServiceInstance: Int] = [:]
    /// Whether an outage was told that has not ended.
    private var isOut = false
    private var subscription: Int?
    private let told: AsyncStream<Event>.Continuation

    /// Rooms that appear, change and disappear, for one reader. Buffers the newest 1,024 events; ``rooms`` is always
    /// complete.
    package nonisolated let events: AsyncStream<Event>
    package nonisolated var unownedExecutor: UnownedSerialExecutor { client.unownedExecutor }

    /// Browses nothing before ``start()``.
    ///
    /// - Parameter interfaces: names of the interfaces to look on; empty for all.
    package init(
        client: AvahiClient, interfaces: [String] = [], type: String = Advertiser.serviceType,
        logger: Logger = Logger(label: "sabir.discovery")
    ) {
        self.client = client
        self.interfaces = interfaces
        self.type = type
        self.logger = logger
        (events, told) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1_024))
    }

    /// The rooms on the network now, sorted by name, host and id. Includes those announced by this process.
    package var rooms: [DiscoveredRoom] { directory.rooms }

    package func start() {
        guard subscription == nil else { return }
        let (number, signals) = client.assumeIsolated { $0.subscribe() }
        subscription = number
        Task { [weak self] in
            for await signal in signals { await self?.handle(signal) }
        }
    }

    /// Stops watching and ends ``events``. May be called repeatedly.
    package func close() {
        stopBrowsing()
        if let subscription { client.assumeIsolated { $0.unsubscribe(subscription) } }
        told.finish()
    }
}

extension Browser {
    private func handle(_ signal: AvahiSignal) {
        switch signal {
        case .status(let status): follow(status)
        case .browser(let token, let report) where token == browsing: follow(report)
        case .resolver(let token, .resolved(let resolution)) where resolvers[resolution.instance] == token:
            judge(resolution)
        case .resolver(_, .failed(let reason)): logger.debug("A room was not resolved yet. \(reason)")
        case .client, .group, .browser, .resolver: break
        }
    }

    private func follow(_ status: AvahiStatus) {
        switch status {
        case .running:
            if isOut { told.yield(.available) }
            isOut = false
            startBrowsing()
        case .registering: break
        case .unavailable(let reason): becomeUnavailable(reason)
        }
    }

    private func follow(_ report: AvahiSignal.BrowserReport) {
        switch report {
        case .appeared(let instance): if isWanted(instance) { resolve(instance) }
        case .disappeared(let instance):
            if let resolver = resolvers.removeValue(forKey: instance) {
                client.assumeIsolated { $0.release(resolver) }
            }
            publish(directory.remove(instance))
        case .failed(let reason): becomeUnavailable(reason)
        }
    }

    /// Loopback always counts, because this machine's own announcements are heard over it.
    private func isWanted(_ instance: ServiceInstance) -> Bool {
        interfaces.isEmpty || (interfaces + ["lo"]).contains { Int32(if_nametoindex($0)) == instance.interfaceIndex }
    }

    private func startBrowsing() {
        guard browsing == nil, let subscription else { return }
        do {
            browsing = try client.assumeIsolated { try $0.browse(type, for: subscription) }
        } catch {
            becomeUnavailable("\(error)")
        }
    }

    /// Also forgets objects of a lost session, whose release would do nothing.
    private func stopBrowsing() {
        let tokens = [browsing].compactMap { $0 } + resolvers.values
        client.assumeIsolated { client in
            for token in tokens { client.release(token) }
        }
        browsing = nil
        resolvers = [:]
    }

    private func becomeUnavailable(_ reason: String) {
        stopBrowsing()
        publish(directory.clear())
        if !isOut { told.yield(.unavailable(reason: DiscoveryError.unavailable(reason).sentence)) }
        isOut = true
    }

    private func resolve(_ instance: ServiceInstance) {
        guard let subscription, resolvers[instance] == nil else { return }
        guard resolvers.count < Self.maximumInstances else {
            return logger.warning("More rooms are announced than are followed (\(Self.maximumInstances)).")
        }
        do {
            resolvers[instance] = try client.assumeIsolated { try $0.resolve(instance, type: type, for: subscription) }
        } catch {
            logger.debug("A room cannot be resolved. \(error)")
        }
    }

    /// A room whose record becomes invalid is lost: its last valid record is no longer true.
    private func judge(_ resolution: Resolution) {
        do throws(DiscoveryError) {
            let record = try RoomRecord(txt: resolution.txt)
            var resolution = resolution
            resolution.txt = []
            publish(directory.insert(ResolvedRoom(resolution: resolution, record: record)))
        } catch {
            logger.debug("An announcement is ignored. \(error)")
            publish(directory.remove(resolution.instance))
        }
    }

    private func publish(_ changes: [Event]) {
        for change in changes { told.yield(change) }
    }
}
