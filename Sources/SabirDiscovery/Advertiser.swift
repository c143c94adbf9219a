import Glibc
import Logging

/// Announces rooms on the network while its client is open, each in its own entry group. Announces again after every
/// restart of the daemon, and under another name if a name is taken.
///
/// Runs on the client's queue, so that both act as one without suspending.
package actor Advertiser {
    package enum Event: Hashable, Sendable {
        /// The room is announced under this name. Repeated after each restart of the daemon.
        case established(roomID: String, name: String)
        /// The name was taken, so the room is being announced under another.
        case renamed(roomID: String, from: String, to: String)
        /// Avahi refuses to announce the room, and is not asked again until something changes.
        case refused(roomID: String, reason: String)
    }

    package static let serviceType = "_sabir._tcp"
    /// The most names tried for a room in one run of the daemon, so that a host that claims every name is not fought
    /// for ever.
    static let maximumRenames = 32

    let client: AvahiClient
    let type: String
    private let interfaces: [String]
    private let logger: Logger
    private var rooms: [String: AnnouncedRoom] = [:]
    private var isRunning = false
    private var subscription: Int?
    private let told: AsyncStream<Event>.Continuation

    /// What became of the announcements, for one reader. Buffers the newest 256 events.
    package nonisolated let events: AsyncStream<Event>
    package nonisolated var unownedExecutor: UnownedSerialExecutor { client.unownedExecutor }

    /// - Parameter interfaces: names of the interfaces to announce on; empty for all.
    package init(
        client: AvahiClient, interfaces: [String] = [], type: String = Advertiser.serviceType,
        logger: Logger = Logger(label: "sabir.discovery")
    ) {
        self.client = client
        self.interfaces = interfaces
        self.type = type
        self.logger = logger
        (events, told) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(256))
    }

    /// Announces the room as soon as possible. Replaces an earlier announcement of the room.
    package func announce(_ advertisement: Advertisement) {
        subscribe()
        let id = advertisement.record.id
        withdraw(id)
        rooms[id] = AnnouncedRoom(advertisement)
        publish(id)
    }

    /// Sends a changed number of members, at most once a second for each room, the latest winning. Ignores rooms that
    /// are not announced.
    package func update(members: Int, of roomID: String) {
        rooms[roomID]?.advertisement.record.members = members
        sendUpdate(roomID)
    }

    /// Announces rooms again if any of the interfaces that they name came or went. Call this periodically.
    package func refreshInterfaces() {
        for (id, room) in rooms where indices(of: room) != room.indices {
            withdrawGroup(id)
            publish(id)
        }
    }

    package func withdraw(_ roomID: String) {
        guard let room = rooms.removeValue(forKey: roomID) else { return }
        release(room)
    }

    /// Withdraws every room and ends ``events``. May be called repeatedly.
    package func close() {
        for id in rooms.keys { withdraw(id) }
        if let subscription { client.assumeIsolated { $0.unsubscribe(subscription) } }
        told.finish()
    }
}

extension Advertiser {
    private func subscribe() {
        guard subscription == nil else { return }
        let (number, signals) = client.assumeIsolated { $0.subscribe() }
        subscription = number
        Task { [weak self] in
            for await signal in signals { await self?.handle(signal) }
        }
    }

    private func handle(_ signal: AvahiSignal) {
        switch signal {
        case .status(let status): follow(status)
        case .group(let token, let state):
            guard let id = rooms.first(where: { $0.value.group == token })?.key else { return }
            follow(state, of: id)
        case .client, .browser, .resolver: break
        }
    }

    private func follow(_ status: AvahiStatus) {
        isRunning = status == .running
        switch status {
        case .running:
            for id in rooms.keys.sorted() { publish(id) }
        case .registering:
            for id in rooms.keys { withdrawGroup(id) }
        case .unavailable:
            // The entry groups ended with their session.
            for id in rooms.keys { rooms[id]?.endSession() }
        }
    }

    private func follow(_ state: AvahiSignal.GroupState, of id: String) {
        switch state {
        case .established:
            rooms[id]?.isEstablished = true
            if let name = rooms[id]?.advertisement.name { told.yield(.established(roomID: id, name: name)) }
            sendUpdate(id)
        case .collision: rename(id)
        case .failed(let reason): refuse(id, reason)
        }
    }

    private func publish(_ id: String) {
        guard isRunning, let subscription, let room = rooms[id], room.group == nil else { return }
        rooms[id]?.indices = indices(of: room)
        do {
            let service = try announcement(of: rooms[id] ?? room)
            rooms[id]?.beginGroup(try client.assumeIsolated { try $0.publish(service, for: subscription) })
        } catch {
            handle(error, of: id)
        }
    }

    private func handle(_ error: any Error, of id: String) {
        switch (error as? DiscoveryError)?.code {
        case .collision: rename(id)
        case .unavailable: break  // the next running session announces the room's newest state
        default: refuse(id, "\(error)")
        }
    }

    private func announcement(of room: AnnouncedRoom) throws(DiscoveryError) -> ServiceAnnouncement {
        let (wanted, names) = (room.advertisement, names(of: room))
        // To Avahi, no index would mean every interface.
        guard room.indices.isEmpty == names.isEmpty else {
            throw .refused("There is no interface called \(names.joined(separator: ", ")).")
        }
        return ServiceAnnouncement(
            name: wanted.name, type: type, port: wanted.port, txt: try wanted.record.txt(), interfaces: room.indices)
    }

    private func names(of room: AnnouncedRoom) -> [String] {
        room.advertisement.interfaces.isEmpty ? interfaces : room.advertisement.interfaces
    }

    /// Kernel indices of the room's interfaces, leaving out those that do not exist (yet).
    private func indices(of room: AnnouncedRoom) -> [Int32] {
        names(of: room).map { if_nametoindex($0) }.filter { $0 > 0 }.map(Int32.init)
    }

    private func rename(_ id: String) {
        guard let room = rooms[id] else { return }
        withdrawGroup(id)
        guard room.renames < Self.maximumRenames else {
            return refuse(id, "\(room.renames) names like \(room.advertisement.name) are taken on this network.")
        }
        let name = AvahiClient.alternativeName(to: room.advertisement.name)
        rooms[id]?.rename(to: name)
        told.yield(.renamed(roomID: id, from: room.advertisement.name, to: name))
        publish(id)
    }

    private func refuse(_ id: String, _ reason: String) {
        withdrawGroup(id)
        logger.warning("A room is not announced. \(reason)")
        told.yield(.refused(roomID: id, reason: reason))
    }

    private func withdrawGroup(_ id: String) {
        guard let room = rooms[id] else { return }
        release(room)
        rooms[id]?.endGroup()
    }

    private func release(_ room: AnnouncedRoom) {
        guard let group = room.group else { return }
        client.assumeIsolated { $0.release(group) }
    }
}

extension Advertiser {
    private func sendUpdate(_ id: String) {
        let now = ContinuousClock.now
        guard let due = rooms[id]?.offerUpdate(at: now) else { return }
        guard due > now else { return update(id) }
        Task { [weak self] in
            try? await Task.sleep(until: due, clock: .continuous)
            await self?.sendDueUpdate(id)
        }
    }

    private func sendDueUpdate(_ id: String) {
        rooms[id]?.pacer.endWait()
        sendUpdate(id)
    }

    private func update(_ id: String) {
        guard let room = rooms[id], let group = room.group else { return }
        do {
            let service = try announcement(of: room)
            try client.assumeIsolated { try $0.update(group, to: service) }
            rooms[id]?.published = room.advertisement.record
        } catch {
            handle(error, of: id)
        }
    }
}
