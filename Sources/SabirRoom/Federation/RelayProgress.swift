import NIOCore
import SabirProtocol

/// How far one relay is with the room, by what it tells once a second while that changes.
///
/// Pure. What was said within the last second is not held against it: it is behind by what was missing when it told, and,
/// where it owes an answer for too long, by all that it has not told of.
struct RelayProgress: Sendable, Hashable {
    /// A relay that follows tells at least every second what it has.
    static let patience = TimeAmount.seconds(3)

    /// Nil where it has told nothing: then nothing is known of it.
    private(set) var status: ReplicationStatus?
    /// Messages that it lacked when it told.
    private var lacked = 0
    /// Since when it has not told of having the newest.
    private var owes: NIODeadline?

    mutating func update(_ status: ReplicationStatus, newest: Int, now: NIODeadline) {
        self.status = status
        lacked = max(0, newest - status.seq)
        owes = lacked > 0 ? now : nil
    }

    mutating func tick(newest: Int, now: NIODeadline) {
        guard let status, status.seq < newest, owes == nil else { return }
        owes = now
    }

    /// Messages that it has not passed on yet; nil where it has told nothing.
    func behind(newest: Int, now: NIODeadline) -> Int? {
        guard let status else { return nil }
        guard let owes, now - owes >= Self.patience else { return lacked }
        return max(0, newest - status.seq)
    }
}
