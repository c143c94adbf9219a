import DequeModule
import SabirProtocol

/// Who said the lines of a log in memory, and which of them makes room for the next. Pure; each step takes constant
/// time, but for lines that are erased.
///
/// In ordinary talk the log's oldest line makes room. Of somebody who floods it is their own oldest line, so that nobody
/// empties a room's log of what others said: who has said more than a quarter of the log within an hour, of several the
/// one who holds most. A quarter of 1,000 lines is one every 14 s for an hour: whoever talks keeps all of that, and a
/// telephone that comes from three addresses (IPv4, and two networks of IPv6) leaves the others a quarter. Those who
/// hold no place of an address or a relay are never taken to flood: behind this machine's own address may be everybody.
struct LineShares: Sendable {
    /// Milliseconds.
    static let period = 3_600_000
    /// A share has so many lines at least: in a log of a few lines the newest count.
    static let least = 20

    private var held: [PlaceHolder: Deque<(seq: Int, ts: Int)>] = [:]
    /// Those who hold more than a share: three at most, as a share is a quarter of the log or more.
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
    mutating func add(_ message: Message, of holder: PlaceHolder) {
        held[holder, default: Deque()].append((message.seq, message.ts))
        if let lines = held[holder], lines.count > share { large.insert(holder) }
    }

    /// The holder's oldest line is gone.
    mutating func removeOldest(of holder: PlaceHolder) {
        _ = held[holder]?.popFirst()
        settle(holder)
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
    func giver(at ts: Int) -> Int? {
        guard !large.isEmpty else { return nil }
        let flooding = large.compactMap { held[$0] }.filter { $0[$0.count - share - 1].ts > ts - Self.period }
        // Of two who hold as much, the older line.
        return flooding.max { ($0.count, $1[0].seq) < ($1.count, $0[0].seq) }?.first?.seq
    }
}
