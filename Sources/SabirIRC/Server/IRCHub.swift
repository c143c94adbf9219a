import Logging
import NIOCore
import SabirCore
import SabirFeed
import SabirProtocol
import SabirRoom

/// Owns the IRC listener's state: carries out the actions of `IRCState` and hands it their results.
///
/// Runs on the event loop of all its connections, which call it by `assumeIsolated`, without a hop or a lock. Requests
/// to the node run in one task for each client, one after the other.
actor IRCHub {
    /// How long a connection stays open for its client to read why it is closed.
    static let farewell = TimeAmount.seconds(5)

    private struct Client {
        let channel: any Channel
        let address: String
        let requests: AsyncStream<IRCRequest>.Continuation
    }

    nonisolated let loop: any EventLoop
    private let node: IRCNode
    private let metrics: SabirMetrics
    private let logger: Logger
    private var state: IRCState
    /// Connections in all and by address. This machine's own addresses have no limit of their own; unknown addresses
    /// count as one.
    private var connections: AddressLimiter
    private var clients: [ConnectionID: Client] = [:]
    /// The rooms that are followed, by their id, each with what finishes once the state knows everybody in it.
    private var rooms: [String: (room: IRCRoom, ready: Task<Void, Never>, follower: Task<Void, Never>)] = [:]
    private var lastID: UInt64 = 0
    private var isClosing = false

    nonisolated var unownedExecutor: UnownedSerialExecutor { loop.executor.asUnownedSerialExecutor() }

    init(
        _ settings: IRCSettings, node: IRCNode, metrics: SabirMetrics, on loop: any EventLoop, logger: Logger
    ) {
        self.loop = loop
        self.node = node
        self.metrics = metrics
        self.logger = logger
        connections = AddressLimiter(most: settings.connections, perAddress: settings.connectionsPerAddress)
        state = IRCState(
            IRCState.Dependencies(
                name: node.name, lang: settings.lang, wording: node.wording,
                sentence: { node.interface.sentence($0, in: $1, $2) },
                refusal: { node.interface.sentence($0, in: $1) }, looks: node.looks), now: .now)
    }

    // MARK: Connections

    /// Admits a client's connection; nil where a limit is reached.
    func admit(_ channel: any Channel) -> ConnectionID? {
        let address = channel.remoteAddress?.ipAddress ?? ""
        guard !isClosing, connections.admit(AddressGroup.limitedGroups(of: address)) else {
            count(.connections)
            return nil
        }
        lastID += 1
        let id = ConnectionID(number: lastID)
        let (stream, requests) = AsyncStream.makeStream(of: IRCRequest.self)
        Task { [weak self] in
            for await request in stream { await self?.serve(request, for: id) }
        }
        clients[id] = Client(channel: channel, address: address, requests: requests)
        state.addClient(id, device: "irc-" + Base64URL.random(bytes: 16), now: .now)
        metrics[.ircClients].set(clients.count)
        return id
    }

    func accept(_ items: [LineDecoder.Item], from id: ConnectionID) {
        perform(state.accept(items, from: id, now: .now))
    }

    func disconnectSlowClient(_ id: ConnectionID) { perform(state.disconnectSlowClient(id)) }

    func removeClient(_ id: ConnectionID) {
        guard let client = clients.removeValue(forKey: id) else { return }
        // Requests in progress are finished: an entry must not be lost halfway.
        client.requests.finish()
        connections.close(AddressGroup.limitedGroups(of: client.address))
        metrics[.ircClients].set(clients.count)
        perform(state.removeClient(id))
    }

    func tick() { perform(state.tick(now: .now)) }

    /// Closes every client's connection with a reason, and stops following rooms.
    func close(saying reason: String) {
        isClosing = true
        perform(state.shutDown(saying: reason))
        for followed in rooms.values { followed.follower.cancel() }
    }

    // MARK: Doing

    private func perform(_ actions: [IRCAction]) {
        var written: Set<ConnectionID> = []
        for action in actions {
            switch action {
            case .send(let id, let line):
                guard let client = clients[id] else { continue }
                client.channel.write(ByteBuffer(string: line.text), promise: nil)
                written.insert(id)
            case .ask(let id, let request): ask(request, for: id)
            case .close(let id): end(id)
            case .refused(let limit):
                count(limit)
                logger.info("a client of IRC ran into a limit", metadata: ["limit": "\(limit.rawValue)"])
            case .abandon(let room, let seat): abandon(room, seat)
            case .readFacts(let room): readFacts(room)
            }
        }
        for id in written { clients[id]?.channel.flush() }
    }

    /// Passes on a client's request. The client may be gone already, as a write can end its connection at once; then
    /// only a request to leave a room still has to be carried out.
    private func ask(_ request: IRCRequest, for id: ConnectionID) {
        if let client = clients[id] {
            client.requests.yield(request)
        } else if case .leave(let room, let seat) = request {
            abandon(room, seat)
        }
    }

    private func end(_ id: ConnectionID) {
        guard let channel = clients[id]?.channel else { return }
        channel.flush()
        // Close only the output: a full close with unread input could discard the last message to the client.
        channel.close(mode: .output, promise: nil)
        loop.scheduleTask(in: Self.farewell) { channel.close(promise: nil) }
    }

    private func abandon(_ id: String, _ seat: HostedRoom.Entry) {
        guard let room = rooms[id]?.room else { return }
        Task { await room.leave(seat.seat) }
    }

    private func readFacts(_ id: String) {
        guard let room = rooms[id]?.room else { return }
        Task {
            let facts = await room.hosted.facts
            self.perform(self.state.updateFacts(facts))
        }
    }

    private func count(_ limit: IRCLimit) { metrics.refusals(limit.rawValue).increment() }

    // MARK: Asking the node

    private func serve(_ request: IRCRequest, for id: ConnectionID) async {
        let answer = await answer(request, from: clients[id]?.address ?? "")
        perform(state.applyAnswer(answer, to: id, now: .now))
    }

    private func answer(_ request: IRCRequest, from address: String) async -> IRCAnswer {
        switch request {
        case .enter(let channel, let key, let hello):
            return await enter(channel, key, hello, address)
        case .list: return .listed(await listings().map(\.listing))
        case .earlier(let room, let seat, let lang):
            return .earlier(room: room, await rooms[room]?.room.earlier(for: seat, in: lang) ?? [])
        case .leave(let room, let seat):
            await rooms[room]?.room.leave(seat.seat)
            return .done
        case .change(let room, let seat, let profile):
            return await attempt(in: room) { found throws(WireFault) in
                .changed(room: room, try await found.change(profile, on: seat.seat))
            }
        case .say(let room, let seat, let draft):
            return await attempt(in: room, about: draft.text) { room throws(WireFault) in
                _ = try await room.hosted.say(draft, from: seat.seat)
                return .done
            }
        case .unclear(let room, let seat, let message):
            return await attempt(in: room) { room throws(WireFault) in
                let answers = await room.hosted.receive(.unclear(message.id), from: seat.seat)
                for case .error(let fault) in answers { throw fault }
                return .unclearTold(message)
            }
        case .callPerson(let room, let seat, let privately):
            return await attempt(in: room) { found throws(WireFault) in
                let call = try await found.hosted.callForHelp(
                    about: nil, wish: privately ? .privately : nil, from: seat.seat)
                return .contact(room: room, call.reach.contact, privately: privately)
            }
        }
    }

    private func attempt(
        in id: String, about text: String? = nil, _ work: (IRCRoom) async throws(WireFault) -> IRCAnswer
    ) async -> IRCAnswer {
        guard let room = rooms[id]?.room else {
            return .refused(room: id, WireFault(.noRoom, "This room is no more."), text: text)
        }
        do throws(WireFault) {
            return try await work(room)
        } catch {
            return .refused(room: id, error, text: text)
        }
    }

    // MARK: Rooms

    private func listings() async -> [(listing: IRCListing, room: HostedRoom)] {
        let rooms = await node.rooms()
        var facts: [RoomFacts] = []
        for room in rooms { facts.append(await room.facts) }
        return zip(IRCListing.list(facts), rooms).map { ($0, $1) }
    }

    func enter(_ channel: String, _ key: String?, _ hello: Hello, _ address: String) async -> IRCAnswer {
        guard let (listing, open) = await listings().first(where: { $0.listing.isMeant(by: channel) }) else {
            return .notEntered(channel: channel, WireFault(.noRoom, "There is no such room here."))
        }
        let room = room(open)
        await follow(room, listing)
        do throws(WireFault) {
            // A room that is opened anew replaces the old one under the same id only once the old one has ended.
            guard rooms[room.id]?.room === room else { throw Self.carriedAnew }
            let entry = try await room.enter(hello, address: address, key: key)
            guard rooms[room.id]?.room === room else {
                await room.leave(entry.seat)
                throw Self.carriedAnew
            }
            return .entered(room: room.id, entry)
        } catch {
            return .notEntered(channel: listing.channel, error)
        }
    }

    private static let carriedAnew = WireFault(.unreachable, "The room is being opened anew; join it again.")

    /// The known `IRCRoom` for this room, or a new one. A room that is opened anew is another room, though it has the
    /// same id.
    private func room(_ open: HostedRoom) -> IRCRoom {
        if let known = rooms[open.id]?.room, known.hosted === open { return known }
        return IRCRoom(open, of: node)
    }

    /// Follows a room from its first client until it closes. Returns once the state knows everybody in the room.
    private func follow(_ room: IRCRoom, _ listing: IRCListing) async {
        if rooms[room.id] == nil {
            let (ready, isReady) = AsyncStream.makeStream(of: Void.self)
            let task = Task { [weak self] in
                while !Task.isCancelled, let self, await self.forwardNews(of: room, listing, isReady) {
                    // The feed dropped the follower for being slow: follow it again after a pause.
                    try? await Task.sleep(for: .milliseconds(200))
                }
                isReady.finish()
            }
            rooms[room.id] = (room, Task { for await _ in ready { return } }, task)
        }
        await rooms[room.id]?.ready.value
    }

    /// Hands a room's news to the state. Returns false if the room has closed.
    private func forwardNews(
        of room: IRCRoom, _ listing: IRCListing, _ isReady: AsyncStream<Void>.Continuation
    ) async -> Bool {
        let news = await node.feeds.feed(of: room.hosted).follow()
        perform(state.follow(listing, people: await room.hosted.people, now: .now))
        isReady.yield()
        for await item in news {
            perform(state.deliver(item, in: room.id, now: .now))
            guard case .told(.closing, _) = item else { continue }
            rooms[room.id] = nil
            return false
        }
        return !Task.isCancelled
    }
}
