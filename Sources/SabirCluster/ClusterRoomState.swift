import SabirProtocol

/// One room's stream as this node sees it: whether it is followed, and which of the node's own lines are under way.
///
/// Pure: time and events come in, actions go out. `ClusterRoom` performs them.
struct ClusterRoomState: Sendable {
    enum Action: Hashable {
        /// Find the stream, or make it.
        case open
        /// Request a new consumer, from `seq` on; its deliveries bear `generation`.
        case follow(from: Int, generation: Int)
        /// `attempt`: 1, or higher after the stream claimed to have the id but had no such line.
        case publish(ClusterLine, attempt: Int = 1)
        /// Look up whether the stream has this id.
        case lookUp(MessageID)
        case tell(ClusterNews)
    }

    private enum Phase: Hashable {
        /// No server is connected.
        case away
        /// The stream is being looked up, or a consumer requested.
        case opening
        /// The step that failed is tried again at this time.
        case pausing(until: ContinuousClock.Instant)
        case following
    }

    /// Pause before a failed step is tried again.
    static let pause = Duration.milliseconds(500)
    /// How long the stream may be down before that is told: when a server dies, another takes over within a second or
    /// two.
    static let grace = Duration.seconds(2)
    /// How many lines are read at the beginning, so that their ids are known.
    static let firstRead = 10_000

    private var phase = Phase.away
    private var follower = StreamFollower()
    private var publishQueue = PublishQueue()
    private var ids = KnownIDs()
    private(set) var facts: StreamFacts?
    /// Facts of a stream that was found once and is not trusted yet (``isSettled(_:)``).
    private var found: StreamFacts?
    private var isUp = false
    private var brokenSince: ContinuousClock.Instant
    private var reason = "The cluster has not been reached yet."
    private var toldDown = false
    /// Lines of a numbering that is read for the first time, until its end is reached.
    private var past: [ClusterLine]?
    private var toldBehind: Int?

    init(now: ContinuousClock.Instant) { brokenSince = now }

    var waiting: Int { publishQueue.count }
    func holds(_ id: MessageID) -> Bool { publishQueue.holds(id) }
    var newest: Int { follower.newest }

    // MARK: The connection

    mutating func connected() -> [Action] {
        guard phase == .away else { return [] }
        phase = .opening
        return [.open]
    }

    mutating func disconnected(now: ContinuousClock.Instant) -> [Action] {
        breakOff("No server of the cluster can be reached.", to: .away, now)
    }

    /// Notes that the stream was found or made.
    mutating func opened(_ found: StreamFacts, now: ContinuousClock.Instant) -> [Action] {
        guard phase == .opening else { return [] }
        guard isSettled(found) else {
            self.found = found
            phase = .pausing(until: now + Self.pause)
            return []
        }
        self.found = nil
        let goesOn = facts?.epoch == found.epoch
        let from = goesOn ? follower.next : max(found.first, found.newest - Self.firstRead + 1)
        if !goesOn {
            ids.begin(wholeStream: from <= found.first)
            past = []
        }
        facts = found
        // Members here have not been told these erasures while the node was away.
        let erased: [Action] = goesOn && !found.erased.isEmpty ? [.tell(.erased(found.erased))] : []
        return erased + [.follow(from: from, generation: follower.begin(from: from, now: now))]
    }

    /// Whether the found stream can be trusted. While a stream is being made, servers tell several creation times for
    /// it: where nodes request it at the same time, that of each request, and for some milliseconds one of a server's
    /// own. So a stream without lines, or with another numbering than the followed one, has to be found twice with a
    /// pause in between.
    private func isSettled(_ new: StreamFacts) -> Bool {
        if let facts, facts.epoch == new.epoch { return true }
        if facts == nil, new.newest > 0 { return true }
        return found?.epoch == new.epoch && found?.founder == new.founder
    }

    mutating func failed(_ reason: String, now: ContinuousClock.Instant) -> [Action] {
        guard phase == .opening else { return [] }
        return breakOff(reason, to: .pausing(until: now + Self.pause), now)
    }

    /// Notes that the consumer exists. If it has nothing to deliver, the room is up at once.
    mutating func beginFollowing(generation: Int, now: ContinuousClock.Instant) -> [Action] {
        guard phase == .opening, generation == follower.generation else { return [] }
        phase = .following
        follower.beginListening(now)
        return riseIfCaughtUp(now)
    }

    private mutating func riseIfCaughtUp(_ now: ContinuousClock.Instant) -> [Action] {
        guard phase == .following, !isUp, let facts, follower.newest >= facts.newest else { return [] }
        isUp = true
        toldDown = false
        publishQueue.open()
        let read = past ?? []
        past = nil
        return [.tell(.up(epoch: facts.epoch, newest: follower.newest, past: read))] + publishQueue.steps(now: now)
    }

    private mutating func breakOff(_ reason: String, to phase: Phase, _ now: ContinuousClock.Instant) -> [Action] {
        self.phase = phase
        self.reason = reason
        found = nil
        guard isUp else { return [] }
        isUp = false
        brokenSince = now
        publishQueue.close(now: now)
        return []
    }

    // MARK: Lines from the stream

    mutating func received(
        _ line: ClusterLine?, at position: StreamPosition, of generation: Int, now: ContinuousClock.Instant
    ) -> [Action] {
        switch follower.receive(position, of: generation, now: now) {
        case .stale: return []
        case .broken: return follow(anew: now)
        case .next: break
        }
        guard let line else { return riseIfCaughtUp(now) }
        ids.add(line.message.id)
        let own = publishQueue.remove(line.message.id)
        let isAnothers = own.map { !line.isBy($0) } ?? false
        let refusal: [Action] = isAnothers ? [.tell(.taken(line.message.id))] : []
        return refusal + told(line) + riseIfCaughtUp(now) + steps(of: own?.message.member, now)
    }

    private mutating func told(_ line: ClusterLine) -> [Action] {
        guard past != nil else { return [.tell(.lines([line]))] }
        past?.append(line)
        return []
    }

    private mutating func steps(of member: MemberID?, _ now: ContinuousClock.Instant) -> [Action] {
        member.map { publishQueue.steps(of: $0, now: now) } ?? []
    }

    mutating func heartbeat(lastDelivered: Int?, of generation: Int, now: ContinuousClock.Instant) -> [Action] {
        switch follower.heartbeat(lastDelivered: lastDelivered, of: generation, now: now) {
        case .broken: follow(anew: now)
        case .next: riseIfNothingIsLeft(lastDelivered, now)
        case .stale: []
        }
    }

    /// Completes the start where the newest line at opening was erased before it was read: an idle consumer has
    /// delivered everything.
    private mutating func riseIfNothingIsLeft(_ delivered: Int?, _ now: ContinuousClock.Instant) -> [Action] {
        guard phase == .following, !isUp, delivered != nil else { return [] }
        facts?.newest = follower.newest
        return riseIfCaughtUp(now)
    }

    private mutating func follow(anew now: ContinuousClock.Instant) -> [Action] {
        guard phase == .following else { return [] }
        return breakOff("The cluster's lines did not come through.", to: .opening, now) + [.open]
    }

    // MARK: Lines into the stream

    mutating func offer(_ line: ClusterLine, now: ContinuousClock.Instant) -> [Action] {
        guard publishQueue.add(line, mustAsk: ids.mayHold(line.id), now: now) else {
            let reason = "Too many lines wait for the cluster; try again when it is back."
            return [.tell(.refused(line.id, reason: reason))]
        }
        return steps(of: line.message.member, now)
    }

    mutating func published(
        _ id: MessageID, _ outcome: PublishOutcome, now: ContinuousClock.Instant
    ) -> [Action] {
        switch outcome {
        case .stored(let seq) where seq > follower.newest:
            return steps(of: publishQueue.numbered(id, now: now), now)
        // The line was told already, or unknown to this node: the log decides.
        case .stored, .duplicate:
            publishQueue.markDuplicate(id, now: now)
            return publishQueue.holds(id) ? [.lookUp(id)] : []
        case .unknown:
            publishQueue.failed(id, now: now)
            return []
        }
    }

    /// Handles the log's answer. A line on its way out of the stream comes by itself.
    mutating func lookedUp(_ id: MessageID, _ line: ClusterLine?, now: ContinuousClock.Instant) -> [Action] {
        guard publishQueue.holds(id) else { return [] }
        if let line, line.message.seq > follower.newest {
            return steps(of: publishQueue.numbered(id, now: now), now)
        }
        // A line that has a number and is missing was erased before it came out.
        if line == nil, !ids.wasSeen(id), !publishQueue.isNumbered(id) {
            return steps(of: publishQueue.sendAnew(id, now: now), now)
        }
        guard let own = publishQueue.remove(id) else { return [] }
        let answer = line.flatMap { $0.isBy(own) ? ClusterNews.known($0) : nil } ?? .taken(id)
        return [.tell(answer)] + steps(of: own.message.member, now)
    }

    mutating func lookUpFailed(_ id: MessageID, now: ContinuousClock.Instant) { publishQueue.failed(id, now: now) }

    // MARK: Time

    /// Called a few times a second.
    mutating func tick(now: ContinuousClock.Instant) -> [Action] {
        var actions: [Action] = []
        if case .pausing(let until) = phase, now >= until {
            phase = .opening
            actions.append(.open)
        }
        if phase == .following, follower.isSilent(now) { actions += follow(anew: now) }
        actions += publishQueue.steps(now: now) + publishQueue.lost(now).map { .lookUp($0.id) }
        return actions + tellBehind() + tellIfDown(now)
    }

    private mutating func tellBehind() -> [Action] {
        guard isUp, toldBehind != follower.behind else { return [] }
        toldBehind = follower.behind
        return [.tell(.behind(follower.behind))]
    }

    /// Tells that the stream is down, also where it delivers lines but accepts none, and that it is up again.
    private mutating func tellIfDown(_ now: ContinuousClock.Instant) -> [Action] {
        let isStuck = isUp && publishQueue.isStuck(now)
        if isUp, toldDown, !isStuck, let facts {
            toldDown = false
            return [.tell(.up(epoch: facts.epoch, newest: follower.newest, past: []))]
        }
        guard !toldDown, isStuck || !isUp && now - brokenSince >= Self.grace else { return [] }
        toldDown = true
        return [.tell(.down(reason: isStuck ? "The cluster takes no lines at present." : reason))]
    }
}
