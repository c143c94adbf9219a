import Logging
import SabirProtocol

/// A room whose log is a stream of the cluster.
///
/// Owns the pure ``ClusterRoomState`` and the consumer. `tell` is awaited for each piece of news, one after another:
/// while it waits, the cluster's flow control lets nothing more come.
package actor ClusterRoom {
    package typealias Listener = @Sendable (ClusterNews) async -> Void
    /// Makes the grant of this node, as the room's first host, for the certificate with that fingerprint; nil where
    /// this node is not the first.
    package typealias Signer = @Sendable (_ fingerprint: String) -> Grant?

    private var state: ClusterRoomState
    nonisolated let stream: NATSStream
    private nonisolated let queues: RequestQueues
    nonisolated let logger: Logger
    /// This node's id, the first part of its keys in the room's buckets.
    nonisolated let node: String
    /// Fingerprints of this node's earlier certificates.
    nonisolated let earlier: Set<String>
    private var tell: Listener = { _ in }
    var sign: Signer = { _ in nil }
    private var follow: NATSFollow?
    var readings: [ClusterNames.Bucket: KeptReading] = [.acts: KeptReading(), .presence: KeptReading()]
    var acts = KnownActs()
    var retractions = DueRetractions()
    var lateCorrections = LateCorrections()
    var hasReadHere = false
    private(set) var isConnected = false
    var others = PresenceTable()
    var presencePublisher = PresencePublisher()
    private var task: Task<Void, Never>?

    init(_ stream: NATSStream, _ queues: RequestQueues, node: String, earlier: Set<String>, logger: Logger) {
        state = ClusterRoomState(now: .now)
        self.stream = stream
        self.queues = queues
        self.logger = logger
        self.node = node
        self.earlier = earlier
    }

    /// Called once; news comes from then on.
    package func start(sign: @escaping Signer = { _ in nil }, tell: @escaping Listener) {
        self.tell = tell
        self.sign = sign
        let box = stream.box
        task = Task { [weak self] in for await _ in box.rings { await self?.work() } }
    }

    func stop() async {
        task?.cancel()
        stream.box.close()
        await task?.value
        sayGoodbye()
        follow = nil
    }

    /// Facts of the followed stream, with its founder's certificate.
    var facts: StreamFacts? { state.facts }

    var isOver: Bool { task?.isCancelled ?? true }

    // MARK: Called by the node's room

    /// Offers a line, without waiting. Its result is told: as one of the lines, as known, or as refused.
    nonisolated func offer(_ line: ClusterLine) { stream.box.put(.offered(line)) }

    /// The last line that came, with its numbering; nil before the stream is found.
    var place: ModerationRecord.Cleared? {
        facts.map { ModerationRecord.Cleared(epoch: $0.epoch, upTo: state.newest) }
    }

    nonisolated func ask<Answer: Sendable>(
        _ question: @escaping @Sendable (NATSStream) throws -> Answer
    ) async throws -> Answer {
        try await queues.queue(.people, for: stream.names.room).run { [stream] in try question(stream) }
    }

    // MARK: The state and its actions

    private func work() async {
        var news: [ClusterNews] = []
        var flow: [String] = []
        for signal in stream.box.takeAll() {
            if case .follow(.flow(let reply), _) = signal { flow.append(reply) }
            for action in decide(signal, now: .now) { perform(action, &news) }
        }
        for piece in ClusterNews.joined(news) where isNews(piece) { await tell(piece) }
        for reply in flow { stream.connection.answer(reply) }
    }

    private func decide(_ signal: RoomSignal, now: ContinuousClock.Instant) -> [ClusterRoomState.Action] {
        switch signal {
        case .connected:
            isConnected = true
            stream.listen()
            requestReading(.presence, now)
            return state.connected()
        case .disconnected:
            isConnected = false
            presencePublisher.forget()
            return state.disconnected(now: now)
        case .follow(.delivered(let raw), let generation):
            let line = read(raw)
            if let line { cameOut(line, isOwn: state.holds(line.message.id), now) }
            return state.received(line, at: raw.position, of: generation, now: now)
        case .follow(.heartbeat(let last), let generation):
            return state.heartbeat(lastDelivered: last, of: generation, now: now)
        case .follow(.flow, _): return []
        case .published(let subject, let outcome):
            return ClusterNames.id(ofLine: subject).map { state.published($0, outcome, now: now) } ?? []
        case .opened(.success(let found)): return state.opened(found, now: now)
        case .opened(.failure(let error)): return state.failed("\(error)", now: now)
        case .follows(let generation, nil): return state.beginFollowing(generation: generation, now: now)
        case .follows(_, let error?): return state.failed("\(error)", now: now)
        case .lookedUp(let id, .success(let line)): return state.lookedUp(id, line, now: now)
        case .lookedUp(let id, .failure):
            state.lookUpFailed(id, now: now)
            return []
        case .offered(let line): return state.offer(line, now: now)
        case .retracts(let retraction): return begin(retraction, now)
        // Telling that the id is taken also ends the retraction.
        case .retracted(let id, .success(false)): return [.tell(.taken(id))]
        case .retracted(let id, .success(true)): return finishErasing(id, now).map { state.offer($0, now: now) } ?? []
        case .retracted(let id, .failure(let error)):
            logger.warning("a line cannot be erased from \(stream.names.stream) yet: \(error)")
            retractions.failed(id, now: now)
            return []
        case .tick:
            beginRetractions(now)
            return state.tick(now: now) + tickKeys(now)
        case .acted(let raw, let isNews): return decided(raw, isNews, now)
        case .actsStand:
            acts.forget()
            requestReading(.acts, now)
            return []
        case .read(let bucket, let result): return read(result, from: bucket, now)
        case .present(let key, let body): return handlePresence(key, body, now)
        case .said(let topic, let reply, let body): return handleTalk(topic, reply, body)
        case .here(let presence):
            presencePublisher.apply(presence)
            sayHere(now)
            return []
        }
    }

    /// Whether a line of this node has yet to come out of the stream.
    func isOnItsWay(_ id: MessageID) -> Bool { state.holds(id) }

    private func read(_ raw: RawDelivery) -> ClusterLine? {
        let line = ClusterLine(raw)
        if line == nil {
            logger.error(
                "\(stream.names.stream) holds something at \(raw.position.seq) that is no line; it is ignored")
        }
        return line
    }

    private func perform(_ action: ClusterRoomState.Action, _ news: inout [ClusterNews]) {
        switch action {
        case .tell(let piece):
            news.append(piece)
            if case .down(let reason) = piece { logger.notice("\(stream.names.stream) is away: \(reason)") }
            // A new numbering begins without members elsewhere.
            if case .up = piece { news.append(.present(others.members)) }
        case .publish(let line, let attempt):
            guard !stream.publish(line, attempt: attempt) else { return }
            stream.box.put(.published(subject: stream.names.line(line.id), .unknown))
        case .open: request(then: { .opened($0) }) { try $0.open() }
        case .follow(let seq, let generation): beginFollowing(from: seq, generation)
        case .lookUp(let id): request(then: { .lookedUp(id, $0) }) { try $0.line(id) }
        }
    }

    private func beginFollowing(from seq: Int, _ generation: Int) {
        follow = nil
        request { [weak self] stream in
            do throws(ClusterError) {
                let box = stream.box
                let follow = try NATSFollow(stream.names.stream, from: seq, of: stream.connection) {
                    box.put(.follow($0, generation: generation))
                }
                Task { await self?.startFollowing(follow, generation) }
            } catch {
                stream.box.put(.follows(generation: generation, error))
            }
        }
    }

    private func startFollowing(_ made: NATSFollow, _ generation: Int) {
        guard !isOver else { return }
        follow = made
        stream.box.put(.follows(generation: generation, nil))
    }

    func request(_ lane: RequestQueues.Lane = .stream, _ work: @escaping @Sendable (NATSStream) -> Void) {
        queues.queue(lane, for: stream.names.room).async { [stream] in work(stream) }
    }

    /// Asks the cluster something. The answer comes as a signal.
    func request<Answer>(
        _ lane: RequestQueues.Lane = .stream,
        then signal: @escaping @Sendable (Result<Answer, any Error>) -> RoomSignal,
        _ question: @escaping @Sendable (NATSStream) throws -> Answer
    ) {
        request(lane) { stream in stream.box.put(signal(Result { try question(stream) })) }
    }
}
