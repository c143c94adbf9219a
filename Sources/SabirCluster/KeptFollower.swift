/// Follows the room's keys in one bucket.
///
/// Pure. Of each key the last value comes first, and then what is put. Where `comesOnce`, a later consumer begins behind
/// what has come already.
struct KeptFollower: Sendable {
    let comesOnce: Bool
    private var follower = StreamFollower()
    /// The newest value that the bucket held when it was asked.
    private var heldBefore = 0
    /// Whether a consumer has been asked for and there is no answer yet. Where many are asked for at once, as after a break
    /// of the cluster, it takes longer than silence may.
    private var isAsked = false

    init(comesOnce: Bool) { self.comesOnce = comesOnce }

    enum Verdict: Hashable {
        /// `isNews`: put since this node listens.
        case next(isNews: Bool)
        case stale
        /// The next consumer is due.
        case broken
    }

    /// Whether a consumer is due: none yet, or the last one is silent.
    func isDue(_ now: ContinuousClock.Instant) -> Bool {
        !isAsked && (follower.lastHeard == nil || follower.isSilent(now))
    }

    /// A new consumer is asked for; its deliveries bear this generation.
    mutating func begin(now: ContinuousClock.Instant) -> Int {
        isAsked = true
        return follower.begin(from: follower.next, now: now)
    }

    /// What was asked for has come, or will not; then silence brings the next try.
    mutating func answered(now: ContinuousClock.Instant) {
        isAsked = false
        follower.stands(now)
    }

    /// Told before the consumer's first delivery. A bucket whose numbers lie behind is another one.
    mutating func begun(newest: Int) {
        heldBefore = newest
        if !comesOnce || newest < follower.newest { follower.forget() }
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
