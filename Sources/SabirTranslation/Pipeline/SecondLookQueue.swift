import SabirCore

/// Second looks that wait for an idle engine and the minute's budget. Pure: the caller passes the time.
struct SecondLookQueue {
    static let capacity = 32
    /// How long a look waits at most: nobody still looks at a line this old.
    static let patience = Duration.seconds(60)

    private struct Waiting {
        let ticket: UInt64
        let engine: Int
        let until: ContinuousClock.Instant
    }

    private var waiting: [Waiting] = []
    private var bucket = TokenBucket()
    private let rate: TokenBucket.Rate

    init(perMinute: Int) { rate = TokenBucket.Rate(perMinute: perMinute) }

    var isEmpty: Bool { waiting.isEmpty }
    /// The engines that second looks wait for.
    var engines: Set<Int> { Set(waiting.map(\.engine)) }

    /// - Returns: the oldest ticket, dropped if the queue was full.
    mutating func add(_ ticket: UInt64, for engine: Int, now: ContinuousClock.Instant) -> UInt64? {
        waiting.append(Waiting(ticket: ticket, engine: engine, until: now + Self.patience))
        return waiting.count > Self.capacity ? waiting.removeFirst().ticket : nil
    }

    /// Removes and returns the next ticket whose engine is idle, and the tickets that have expired.
    mutating func next(
        now: ContinuousClock.Instant, idle: Set<Int>
    ) -> (ticket: UInt64?, expired: [UInt64]) {
        let expired = waiting.filter { $0.until <= now }.map(\.ticket)
        waiting.removeAll { $0.until <= now }
        guard let place = waiting.firstIndex(where: { idle.contains($0.engine) }), bucket.take(rate, now: now)
        else { return (nil, expired) }
        return (waiting.remove(at: place).ticket, expired)
    }

    mutating func removeAll() -> [UInt64] {
        defer { waiting = [] }
        return waiting.map(\.ticket)
    }
}
