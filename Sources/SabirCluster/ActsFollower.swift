/// Follows the bucket of what staff decide, in all rooms, by one consumer.
///
/// Pure. Each consumer begins behind what has come already, so that an act comes once whatever breaks between.
struct ActsFollower: Sendable {
    private var follower = StreamFollower()
    private var hasBegun = false
    /// The newest act that the bucket held when the consumer was asked for.
    private var heldBefore = 0
    /// Whether a consumer has been asked for and there is no answer yet: after a break of the cluster that takes longer
    /// than silence may.
    private var isAsked = false

    var generation: Int { follower.generation }

    enum Verdict: Hashable {
        /// `isNews`: decided since this node listens.
        case next(isNews: Bool)
        case stale
        /// The next consumer is due.
        case broken
    }

    /// Whether a consumer is due: none yet, or the last one is silent.
    func isDue(_ now: ContinuousClock.Instant) -> Bool {
        !isAsked && (follower.lastHeard == nil || follower.isSilent(now))
    }

    /// A new consumer is asked for; its deliveries bear this generation. `after`: the number of the last that came; nil
    /// where none has been followed yet.
    mutating func begin(now: ContinuousClock.Instant) -> (generation: Int, after: Int?) {
        isAsked = true
        return (follower.begin(from: follower.next, now: now), hasBegun ? follower.newest : nil)
    }

    /// Told before the consumer's first delivery: the bucket's newest number then. True where rooms have to read what
    /// stands: at first, and in another bucket of the same name, whose numbers lie behind.
    mutating func begun(newest: Int) -> Bool {
        let isAnew = !hasBegun || newest < follower.newest
        if isAnew { follower.skip(to: newest) }
        (hasBegun, heldBefore) = (true, newest)
        return isAnew
    }

    /// What was asked for has come, or will not; then silence brings the next try.
    mutating func answered(now: ContinuousClock.Instant) {
        isAsked = false
        follower.beginListening(now)
    }

    mutating func receive(
        _ position: StreamPosition, of generation: Int, now: ContinuousClock.Instant
    ) -> Verdict {
        switch follower.receive(position, of: generation, now: now) {
        case .next: .next(isNews: position.seq > heldBefore)
        case .stale: .stale
        case .broken: .broken
        }
    }

    mutating func heartbeat(lastDelivered: Int?, of generation: Int, now: ContinuousClock.Instant) -> Verdict {
        follower.heartbeat(lastDelivered: lastDelivered, of: generation, now: now) == .broken ? .broken : .stale
    }
}

/// Which of a room's acts have come, whether read or followed.
///
/// Pure. Of each key only what is newer counts, since what is read and what is followed overtake one another. One number
/// for each key that the bucket has of the room, or had since the node started.
struct KnownActs: Sendable {
    private var newest: [String: Int] = [:]

    /// Whether the act of this number is the newest of its key.
    mutating func takes(_ seq: Int, of key: String) -> Bool {
        guard seq > newest[key] ?? 0 else { return false }
        newest[key] = seq
        return true
    }

    mutating func forget() { newest = [:] }
}

/// When a room has to read what it keeps in a bucket.
///
/// Pure. Asked for once at a time; what fails is tried again a while later.
struct KeptReading: Sendable {
    static let pause = Duration.seconds(3)

    private enum Phase { case none, due, asked }
    private var phase = Phase.none
    private var askedAt: ContinuousClock.Instant?

    /// There is something to be read, perhaps once more.
    mutating func requestReading() { (phase, askedAt) = (.due, nil) }

    /// True once for each reading.
    mutating func begins(_ now: ContinuousClock.Instant) -> Bool {
        guard phase == .due, askedAt.map({ now - $0 >= Self.pause }) ?? true else { return false }
        (phase, askedAt) = (.asked, now)
        return true
    }

    /// What was wanted anew meanwhile is still due.
    mutating func ended(well: Bool) {
        guard phase == .asked else { return }
        phase = well ? .none : .due
    }
}
