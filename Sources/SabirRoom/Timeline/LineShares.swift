import DequeModule
import SabirProtocol

/// Who said the lines of a log in memory, and which of them makes room for the next. Pure. A step takes constant time, but
/// for lines that are erased, and while a network floods.
///
/// In ordinary talk the log's oldest line makes room. Of somebody who floods it is their own oldest line, so that nobody
/// empties a room's log of what others said: who has said more than a quarter of the log within an hour, of several the
/// one who holds most. A quarter of 1,000 lines is one every 14 s for an hour: whoever talks keeps all of that, and a
/// telephone that comes from three addresses leaves the others a quarter. One that comes from very many addresses of its
/// network is found by that network, which may be a whole house: that floods where a quarter of the log came of it within
/// five minutes, and of all there whoever holds most gives. Those who hold no place of an address or a relay are never
/// taken to flood: behind this machine's own address may be everybody.
struct LineShares: Sendable {
    /// Milliseconds.
    static let period = 3_600_000
    static let networkPeriod = 300_000
    /// A share has so many lines at least: in a log of a few lines the newest count.
    static let least = 20

    private struct Line: Sendable {
        let seq: Int
        let ts: Int
        /// The closest of those whose share it takes.
        let speaker: PlaceHolder
    }

    private var held: [PlaceHolder: Deque<Line>] = [:]
    /// Those who hold more than a share: a few at most, as a share is a quarter of the log or more.
    private var large: Set<PlaceHolder> = []
    private var share: Int

    init(capacity: Int) { share = Self.share(of: capacity) }

    private static func share(of capacity: Int) -> Int { max(least, capacity / 4) }

    /// The log has room for so many from now on.
    mutating func resize(_ capacity: Int) {
        share = Self.share(of: capacity)
        large = Set(held.filter { $0.value.count > share }.keys)
    }

    /// The newest line of all.
    ///
    /// - Parameter holders: the closest first.
    mutating func add(_ message: Message, of holders: [PlaceHolder]) {
        guard let speaker = holders.first else { return }
        for holder in holders {
            held[holder, default: Deque()].append(Line(seq: message.seq, ts: message.ts, speaker: speaker))
            if let lines = held[holder], lines.count > share { large.insert(holder) }
        }
    }

    /// This line is gone.
    mutating func remove(_ seq: Int, of holders: [PlaceHolder]) {
        for holder in holders {
            if held[holder]?.first?.seq == seq {
                _ = held[holder]?.popFirst()
            } else {
                held[holder]?.removeAll { $0.seq == seq }
            }
            settle(holder)
        }
    }

    /// These lines are gone. Looks at all lines.
    mutating func remove(_ gone: Set<Int>) {
        for holder in Array(held.keys) {
            held[holder]?.removeAll { gone.contains($0.seq) }
            settle(holder)
        }
    }

    private mutating func settle(_ holder: PlaceHolder) {
        let count = held[holder]?.count ?? 0
        if count <= share, !large.isEmpty { large.remove(holder) }
        if count == 0 { held[holder] = nil }
    }

    /// The line that makes room instead of the log's oldest; nil where nobody floods.
    ///
    /// - Parameter ts: when the next line was said.
    func evictee(at ts: Int) -> Int? {
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

    /// Of two who hold as much, the one with the older line.
    private func holdingMost(_ holders: Set<PlaceHolder>) -> PlaceHolder? {
        holders.compactMap { holder in held[holder].map { (holder: holder, count: $0.count, first: $0[0].seq) } }
            .max { ($0.count, $1.first) < ($1.count, $0.first) }?.holder
    }
}
