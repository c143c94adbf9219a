import SabirProtocol

/// Lines of this node that have not come out of the stream yet.
///
/// Pure. Only one line of a member is under way at a time, so that a line that must be sent again is never overtaken by
/// the same member's next; lines of different members go together. A line leaves the queue when it comes out of the
/// stream, and not before: a line that is published again has the same id, which the stream accepts once.
struct PublishQueue: Sendable {
    /// Most lines that wait; more are refused.
    static let capacity = 10_000
    /// How long the stream's answer is waited for.
    static let patience = Duration.seconds(5)
    /// Pause before a failed line is published again.
    static let pause = Duration.milliseconds(250)
    /// How long the stream remembers ids (its deduplication window). A line that was first sent half of that ago is
    /// looked up in the log before it is sent again.
    static let window = Duration.seconds(600)

    private enum Stage: Hashable {
        case waiting(until: ContinuousClock.Instant)
        case asked(ContinuousClock.Instant)
        case published(ContinuousClock.Instant)
        /// The stream has the line, which has not come out yet.
        case numbered(ContinuousClock.Instant)
    }

    private struct Entry {
        let line: ClusterLine
        var mustAsk: Bool
        var stage: Stage
        let since: ContinuousClock.Instant
        let place: Int
        var firstSent: ContinuousClock.Instant?
        var attempt = 1
    }

    private var entries: [MessageID: Entry] = [:]
    /// Each member's lines in order; the first is the one under way.
    private var queues: [MemberID: [MessageID]] = [:]
    /// Whether lines may be published: the room's stream is followed.
    private(set) var isOpen = false
    private var places = 0

    var count: Int { entries.count }
    func holds(_ id: MessageID) -> Bool { entries[id] != nil }

    /// Adds a line; one that is queued already is ignored. Returns false where the queue is full. `mustAsk`: the log
    /// may have the line.
    mutating func add(_ line: ClusterLine, mustAsk: Bool, now: ContinuousClock.Instant) -> Bool {
        guard entries[line.id] == nil else { return true }
        guard entries.count < Self.capacity else { return false }
        places += 1
        entries[line.id] = Entry(
            line: line, mustAsk: mustAsk, stage: .waiting(until: now), since: now, place: places)
        queues[line.message.member, default: []].append(line.id)
        return true
    }

    /// The next steps for the first line of this member's queue, or of all queues.
    mutating func steps(of member: MemberID? = nil, now: ContinuousClock.Instant) -> [ClusterRoomState.Action] {
        guard isOpen else { return [] }
        if let member { return step(of: member, now).map { [$0] } ?? [] }
        return queues.keys.sorted { place(of: $0) < place(of: $1) }.compactMap { step(of: $0, now) }
    }

    private func place(of member: MemberID) -> Int { queues[member]?.first.flatMap { entries[$0]?.place } ?? 0 }

    private mutating func step(of member: MemberID, _ now: ContinuousClock.Instant) -> ClusterRoomState.Action? {
        guard let id = queues[member]?.first, var entry = entries[id], Self.isDue(entry.stage, now) else { return nil }
        let isOld = entry.firstSent.map { now - $0 > Self.window / 2 } ?? false
        let asks = entry.mustAsk || isOld
        entry.stage = asks ? .asked(now) : .published(now)
        if !asks, entry.firstSent == nil { entry.firstSent = now }
        entries[id] = entry
        return asks ? .lookUp(id) : .publish(entry.line, attempt: entry.attempt)
    }

    private static func isDue(_ stage: Stage, _ now: ContinuousClock.Instant) -> Bool {
        switch stage {
        case .waiting(let until): now >= until
        case .asked(let at), .published(let at): now - at > patience
        case .numbered: false
        }
    }

    mutating func open() { isOpen = true }

    /// Stops publishing. Lines under way may have arrived or not: they are published again under the same id.
    mutating func close(now: ContinuousClock.Instant) {
        isOpen = false
        for id in entries.keys { entries[id]?.stage = .waiting(until: now) }
        queues = Dictionary(grouping: entries.values.sorted { $0.place < $1.place }, by: \.line.message.member)
            .mapValues { $0.map(\.line.id) }
    }

    /// Notes that the stream claims to have the line: it has to be looked up in the log.
    mutating func markDuplicate(_ id: MessageID, now: ContinuousClock.Instant) {
        if case .published? = entries[id]?.stage { entries[id]?.stage = .asked(now) }
    }

    /// Publishes a line that the log does not have as if for the first time. A server that led the stream when most of
    /// the others went away may keep ids of lines that it never stored, and refuse them for the whole window
    /// (nats-server, pull request 6415): a line sent before is published as another attempt, a moment later. The stream
    /// accepts one line for each id.
    mutating func sendAnew(_ id: MessageID, now: ContinuousClock.Instant) -> MemberID? {
        guard var entry = entries[id], case .asked = entry.stage else { return nil }
        entry.stage = .waiting(until: entry.firstSent == nil ? now : now + Self.pause)
        if entry.firstSent != nil { entry.attempt += 1 }
        entry.mustAsk = false
        entry.firstSent = nil
        entries[id] = entry
        return entry.line.message.member
    }

    /// Whether the stream has given it a number.
    func isNumbered(_ id: MessageID) -> Bool {
        if case .numbered? = entries[id]?.stage { true } else { false }
    }

    /// Notes that the stream has numbered the line: the member's next one may go.
    mutating func numbered(_ id: MessageID, now: ContinuousClock.Instant) -> MemberID? {
        guard let member = entries[id]?.line.message.member else { return nil }
        entries[id]?.stage = .numbered(now)
        leaveQueue(id, of: member)
        return member
    }

    mutating func failed(_ id: MessageID, now: ContinuousClock.Instant) {
        switch entries[id]?.stage {
        case .asked, .published: entries[id]?.stage = .waiting(until: now + Self.pause)
        default: break
        }
    }

    /// Removes a line that came out of the stream, or was refused for good.
    mutating func remove(_ id: MessageID) -> ClusterLine? {
        guard let line = entries.removeValue(forKey: id)?.line else { return nil }
        leaveQueue(id, of: line.message.member)
        return line
    }

    private mutating func leaveQueue(_ id: MessageID, of member: MemberID) {
        guard let index = queues[member]?.firstIndex(of: id) else { return }
        queues[member]?.remove(at: index)
        if queues[member]?.isEmpty ?? false { queues[member] = nil }
    }

    /// Lines that were numbered long ago but not delivered: they have to be looked up.
    func lost(_ now: ContinuousClock.Instant) -> [ClusterLine] {
        entries.values.compactMap { entry in
            if case .numbered(let at) = entry.stage, now - at > Self.patience { entry.line } else { nil }
        }
    }

    /// Whether a line has been under way for longer than a working cluster takes.
    func isStuck(_ now: ContinuousClock.Instant) -> Bool {
        isOpen && entries.values.contains { now - $0.since > Self.patience && $0.firstSent != nil }
    }
}
