/// Follows the bucket of staff's acts, for all rooms, with one consumer.
///
/// Pure. Each consumer begins behind the last act that came, so that each act comes once, whatever fails in between.
struct ActsFollower: Sendable {
    private var follower = StreamFollower()
    private var hasBegun = false
    /// Number of the newest act in the bucket when the consumer was requested.
    private var heldBefore = 0
    /// Whether a consumer was requested and there is no answer yet: after a long break of the cluster the answer takes
    /// longer than silence may.
    private var isAsked = false

    var generation: Int { follower.generation }

    /// Whether a consumer is due: there is none yet, or the last one is silent.
    func isDue(_ now: ContinuousClock.Instant) -> Bool {
        !isAsked && (follower.lastHeard == nil || follower.isSilent(now))
    }

    /// Notes that a new consumer is requested; its deliveries bear this generation. `after`: number of the last act
    /// that came; nil where none was followed yet.
    mutating func begin(now: ContinuousClock.Instant) -> (generation: Int, after: Int?) {
        isAsked = true
        return (follower.begin(from: follower.next, now: now), hasBegun ? follower.newest : nil)
    }

    /// Notes the bucket's newest number when the consumer began, before its first delivery. Returns true where rooms
    /// have to read the bucket: at first, and for another bucket of the same name, whose numbers are lower.
    mutating func begun(newest: Int) -> Bool {
        let isAnew = !hasBegun || newest < follower.newest
        if isAnew { follower.skip(to: newest) }
        (hasBegun, heldBefore) = (true, newest)
        return isAnew
    }

    /// Notes that the request for a consumer was answered, or will not be; then silence causes the next try.
    mutating func answered(now: ContinuousClock.Instant) {
        isAsked = false
        follower.beginListening(now)
    }

    mutating func receive(
        _ position: StreamPosition, of generation: Int, now: ContinuousClock.Instant
    ) -> StreamFollower.Verdict {
        follower.receive(position, of: generation, now: now)
    }

    /// Whether the act with this number was decided since this node listens.
    func isNews(_ seq: Int) -> Bool { seq > heldBefore }

    mutating func heartbeat(
        lastDelivered: Int?, of generation: Int, now: ContinuousClock.Instant
    ) -> StreamFollower.Verdict {
        follower.heartbeat(lastDelivered: lastDelivered, of: generation, now: now)
    }
}

/// The newest act of each key, whether read or followed.
///
/// Pure. Reading and following overtake one another, so that only an act newer than the known one counts. Keeps one
/// number for each key that the bucket has of the room, or had since the node started.
struct KnownActs: Sendable {
    private var newest: [String: Int] = [:]

    /// Notes an act. Returns whether it is the newest of its key.
    mutating func note(_ seq: Int, of key: String) -> Bool {
        guard seq > newest[key] ?? 0 else { return false }
        newest[key] = seq
        return true
    }

    mutating func forget() { newest = [:] }
}

/// When a room has to read its part of a bucket.
///
/// Pure. One request at a time; a failed one is tried again a while later.
struct KeptReading: Sendable {
    static let pause = Duration.seconds(3)

    private enum Phase { case none, due, asked }
    private var phase = Phase.none
    private var askedAt: ContinuousClock.Instant?

    /// Makes a reading due, perhaps another one.
    mutating func requestReading() { (phase, askedAt) = (.due, nil) }

    /// Begins a reading. Returns true once for each.
    mutating func begin(_ now: ContinuousClock.Instant) -> Bool {
        guard phase == .due, askedAt.map({ now - $0 >= Self.pause }) ?? true else { return false }
        (phase, askedAt) = (.asked, now)
        return true
    }

    /// Ends a reading. One that was requested meanwhile is still due.
    mutating func ended(well: Bool) {
        guard phase == .asked else { return }
        phase = well ? .none : .due
    }
}
