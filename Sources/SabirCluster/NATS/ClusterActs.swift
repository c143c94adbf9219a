import Logging

/// Acts of staff in the cluster, followed for all rooms of a node.
///
/// Owns one consumer. Acts are few, while a consumer for each room and node would cost the servers as much as one for
/// the room's lines, even in a silent room.
actor ClusterActs {
    enum Signal: Sendable {
        case connected, tick
        case begun(newest: Int)
        case follow(FollowEvent, generation: Int)
        case opened(room: String, NATSStream.Box)
    }

    private let names: ClusterNames
    private let connection: NATSConnection
    private let queues: RequestQueues
    private let logger: Logger
    private nonisolated let box = SignalBox<Signal>()
    private var follower = ActsFollower()
    private var follow: NATSFollow?
    /// The boxes to which acts go, by the room's id.
    private var rooms: [String: NATSStream.Box] = [:]
    private var isFollowed = false
    private var task: Task<Void, Never>?

    init(_ connection: NATSConnection, _ queues: RequestQueues, logger: Logger) {
        names = ClusterNames(prefix: connection.settings.prefix, room: "")
        self.connection = connection
        self.queues = queues
        self.logger = logger
    }

    nonisolated func put(_ signal: Signal) { box.put(signal) }

    /// Called once.
    func start() {
        let box = box
        task = Task { [weak self] in for await _ in box.rings { await self?.work() } }
    }

    func stop() async {
        task?.cancel()
        box.close()
        await task?.value
        follow = nil
    }

    private func work() {
        for signal in box.takeAll() {
            switch signal {
            case .connected: beginFollowing(.now)
            case .tick: if follower.isDue(.now) { beginFollowing(.now) }
            case .begun(let newest): begun(newest)
            case .follow(let event, let generation): took(event, generation, .now)
            case .opened(let room, let box):
                rooms[room] = box
                if isFollowed { box.put(.actsStand) }
            }
        }
    }

    private func begun(_ newest: Int) {
        guard follower.begun(newest: newest) else { return }
        isFollowed = true
        for box in rooms.values { box.put(.actsStand) }
    }

    private func took(_ event: FollowEvent, _ generation: Int, _ now: ContinuousClock.Instant) {
        switch event {
        case .flow(let reply): connection.answer(reply)
        case .heartbeat(let last):
            let verdict = follower.stream.heartbeat(lastDelivered: last, of: generation, now: now)
            if verdict == .broken { beginFollowing(now) }
        case .delivered(let raw):
            switch follower.stream.receive(raw.position, of: generation, now: now) {
            case .next:
                let room = ClusterNames.room(of: raw.subject).flatMap { rooms[$0] }
                room?.put(.acted(raw, isNews: follower.isNews(raw.position.seq)))
            case .broken: beginFollowing(now)
            case .stale: break
            }
        }
    }

    /// Requests a consumer. Where that fails, silence causes the next try.
    private func beginFollowing(_ now: ContinuousClock.Instant) {
        let (generation, after) = follower.begin(now: now)
        follow = nil
        let (names, connection, box) = (names, connection, box)
        queues.queue(.keys, for: "").async { [weak self] in
            do throws(ClusterError) {
                let newest = try connection.open(.acts, names)
                box.put(.begun(newest: newest))
                let next = min(after ?? newest, newest) + 1
                let follow = try NATSFollow(names.stream(of: .acts), from: next, of: connection) {
                    box.put(.follow($0, generation: generation))
                }
                Task { await self?.startFollowing(follow, generation) }
            } catch {
                self?.logger.debug("\(error)")
                Task { await self?.failed(generation) }
            }
        }
    }

    private func startFollowing(_ made: NATSFollow, _ generation: Int) {
        guard generation == follower.stream.generation, !(task?.isCancelled ?? true) else { return }
        follower.answered(now: .now)
        follow = made
    }

    private func failed(_ generation: Int) {
        if generation == follower.stream.generation { follower.answered(now: .now) }
    }
}
