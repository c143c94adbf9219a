/// Follows one consumer of a stream and notices what was lost.
///
/// Pure. A consumer numbers its deliveries from 1 without a hole, whatever is missing in the stream itself. A hole, or
/// silence, means that deliveries were lost, and a new consumer begins behind the last line that came.
struct StreamFollower: Sendable, Hashable {
    /// The server sends something at least every two seconds (`heartbeat`); a consumer silent for longer is gone.
    static let heartbeat = Duration.seconds(2)
    static let patience = Duration.seconds(5)

    enum Verdict: Hashable {
        /// The next delivery.
        case next
        /// A delivery of an earlier consumer, or a repeated one.
        case stale
        /// A delivery was lost.
        case broken
    }

    /// Counts consumers; deliveries of an earlier one may still come.
    private(set) var generation = 0
    /// The stream's number of the last delivery.
    private(set) var newest = 0
    private var delivered = 0
    /// Lines that the consumer still had to deliver at the last delivery.
    private(set) var behind = 0
    private(set) var lastHeard: ContinuousClock.Instant?

    var next: Int { newest + 1 }

    /// Notes that a new consumer is requested, from `seq` on.
    mutating func begin(from seq: Int, now: ContinuousClock.Instant) -> Int {
        generation += 1
        newest = seq - 1
        delivered = 0
        behind = 0
        lastHeard = now
        return generation
    }

    /// Skips numbers up to `seq`.
    mutating func skip(to seq: Int) { newest = seq }

    /// Notes that the requested consumer exists: silence counts from here on. Where many are requested at once, as
    /// after a break of the cluster, the answer takes longer than silence may.
    mutating func beginListening(_ now: ContinuousClock.Instant) { lastHeard = now }

    mutating func receive(
        _ position: StreamPosition, of generation: Int, now: ContinuousClock.Instant
    ) -> Verdict {
        guard generation == self.generation, position.delivered > delivered else { return .stale }
        lastHeard = now
        guard position.delivered == delivered + 1 else { return .broken }
        delivered = position.delivered
        behind = position.pending
        guard position.seq > newest else { return .stale }
        newest = position.seq
        return .next
    }

    /// `lastDelivered`: the consumer's count of deliveries.
    mutating func heartbeat(
        lastDelivered: Int?, of generation: Int, now: ContinuousClock.Instant
    ) -> Verdict {
        guard generation == self.generation else { return .stale }
        lastHeard = now
        return lastDelivered.map { $0 > delivered } ?? false ? .broken : .next
    }

    func isSilent(_ now: ContinuousClock.Instant) -> Bool { lastHeard.map { now - $0 > Self.patience } ?? false }
}

/// A delivery's number in the stream, and among its consumer's deliveries.
struct StreamPosition: Hashable, Sendable {
    let seq: Int
    let delivered: Int
    /// Milliseconds since 1970 by the clock of the stream's leader: the same at every node.
    var ts = 0
    /// How many more messages the consumer has to deliver.
    var pending = 0
}

extension StreamPosition {
    /// Parsed from a delivery's reply subject: `$JS.ACK.STREAM.CONSUMER.DELIVERIES.SEQ.DELIVERED.NANOSECONDS.PENDING`;
    /// newer servers put a domain and an account after ACK, and a token at the end (NATS ADR-15).
    init?(reply: String) {
        let tokens = reply.split(separator: ".")
        guard tokens.count >= 9, tokens[0] == "$JS", tokens[1] == "ACK" else { return nil }
        let first = tokens.count >= 11 ? 6 : 4
        guard let seq = Int(tokens[first + 1]), let delivered = Int(tokens[first + 2]),
            let time = Int(tokens[first + 3]), let pending = Int(tokens[first + 4])
        else { return nil }
        self.init(seq: seq, delivered: delivered, ts: time / 1_000_000, pending: pending)
    }
}
