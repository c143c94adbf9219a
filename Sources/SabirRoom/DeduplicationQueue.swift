import NIOCore
import SabirProtocol

/// Drafts whose ids may have been used in an earlier run of the room, and the drafts behind them, until the log
/// answers: one after another, so that nobody's lines change places. Bounded by time and number.
struct DeduplicationQueue: Sendable {
    struct Entry: Sendable {
        let draft: Draft
        let seat: HostedRoom.Seat
        /// The sender behind a relay; nil for a member's own draft.
        var carried: MemberHere?
        let since: NIODeadline
    }

    static let capacity = 10_000
    static let patience = TimeAmount.seconds(5)

    private var entries = CircularBuffer<Entry>()
    /// Counts how often all drafts were given up; the log's answer for an earlier round is ignored.
    private(set) var round = 0

    var isEmpty: Bool { entries.isEmpty }
    var isFull: Bool { entries.count >= Self.capacity }
    var first: Entry? { entries.first }

    mutating func add(_ entry: Entry) { entries.append(entry) }
    mutating func removeFirst() { entries.removeFirst() }

    func isOverdue(_ now: NIODeadline) -> Bool { entries.first.map { now - $0.since >= Self.patience } ?? false }

    mutating func giveUp() -> [Entry] {
        round += 1
        defer { entries = CircularBuffer() }
        return Array(entries)
    }
}
