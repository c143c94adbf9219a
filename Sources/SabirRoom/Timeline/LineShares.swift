import DequeModule
import SabirProtocol

/// Who said the messages of a log in memory, and which of them makes room for the next. Pure. A step takes constant
/// time, except when messages are erased, and while a network floods.
///
/// In ordinary talk the log's oldest message makes room. While somebody floods, the flooder's own oldest message makes
/// room, so that nobody empties a room's log of what others said. A flooder has said more than a quarter of the log
/// within an hour; of several, the one who holds most gives way. A quarter of 1,000 messages is one every 14 s for an
/// hour: whoever talks keeps all of that, and a telephone that comes from three addresses leaves the others a quarter.
/// A telephone with very many addresses in one network is found by that network. A network may be a whole house, so it
/// floods only where a quarter of the log came from it within five minutes, and of its holders the one who holds most
/// gives way. Members without a holder (address or relay) never count as flooding: everybody may be behind this
/// machine's own address.
struct LineShares: Sendable {
    /// How long a line counts against an address or a relay, in milliseconds.
    static let period = 3_600_000
    /// How long a line counts against a network, in milliseconds.
    static let networkPeriod = 300_000
    /// The smallest share, in messages: a log of that size or less always keeps its newest messages.
    static let least = 20

    private struct Line: Sendable {
        let seq: Int
        let ts: Int
        /// The closest of the holders whose share the message takes.
        let speaker: PlaceHolder
    }

    private var held: [PlaceHolder: Deque<Line>] = [:]
    /// Holders of more than a share: a few at most, as a share is a quarter of the log or more.
    private var large: Set<PlaceHolder> = []
    private var share: Int

    init(capacity: Int) { share = Self.share(of: capacity) }

    private static func share(of capacity: Int) -> Int { max(least, capacity / 4) }

    /// Sets how many messages the log has room for.
    mutating func resize(_ capacity: Int) {
        share = Self.share(of: capacity)
        large = Set(held.filter { $0.value.count > share }.keys)
    }

    /// Adds the newest message.
    ///
    /// - Parameter holders: the closest first.
    mutating func add(_ message: Message, of holders: [PlaceHolder]) {
        guard let speaker = holders.first else { return }
        for holder in holders {
            held[holder, default: Deque()].append(Line(seq: message.seq, ts: message.ts, speaker: speaker))
            if let lines = held[holder], lines.count > share { large.insert(holder) }
        }
    }

    /// Removes a message that is gone.
    mutating func remove(_ seq: Int, of holders: [PlaceHolder]) {
        for holder in holders {
            if held[holder]?.first?.seq == seq {
                _ = held[holder]?.popFirst()
            } else {
                held[holder]?.removeAll { $0.seq == seq }
            }
            updateSize(of: holder)
        }
    }

    /// Removes messages that are gone. Takes time for each message in the log.
    mutating func remove(_ gone: Set<Int>) {
        for holder in Array(held.keys) {
            held[holder]?.removeAll { gone.contains($0.seq) }
            updateSize(of: holder)
        }
    }

    private mutating func updateSize(of holder: PlaceHolder) {
        let count = held[holder]?.count ?? 0
        if count <= share, !large.isEmpty { large.remove(holder) }
        if count == 0 { held[holder] = nil }
    }

    /// Number of the message that makes room instead of the log's oldest; nil where nobody floods.
    ///
    /// - Parameter ts: when the next message was said.
    func evictee(at ts: Int) -> Int? {
        guard !large.isEmpty else { return nil }
        let flooding = large.filter { holder in
            guard let lines = held[holder] else { return false }
            return lines[lines.count - share - 1].ts > ts - Self.period(of: holder)
        }
        guard let most = holdingMost(flooding), let lines = held[most] else { return nil }
        guard case .address(.network) = most else { return lines.first?.seq }
        return holdingMost(Set(lines.map(\.speaker))).flatMap { held[$0]?.first?.seq }
    }

    private static func period(of holder: PlaceHolder) -> Int {
        if case .address(.network) = holder { networkPeriod } else { period }
    }

    /// The holder with the most messages; of equals, the one with the oldest.
    private func holdingMost(_ holders: Set<PlaceHolder>) -> PlaceHolder? {
        holders.compactMap { holder in held[holder].map { (holder: holder, count: $0.count, first: $0[0].seq) } }
            .max { ($0.count, $1.first) < ($1.count, $0.first) }?.holder
    }
}
