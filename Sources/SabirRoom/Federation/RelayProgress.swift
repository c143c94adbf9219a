import NIOCore
import SabirProtocol

/// How far one relay is with the room, by what the relay reports once a second while that changes.
///
/// Pure. Lines of the last second do not count as missing: the lag is what was missing at the last report, or, where
/// the relay has been silent for too long, all that it has not reported.
struct RelayProgress: Sendable, Hashable {
    /// A relay that keeps up reports at least every second.
    static let patience = TimeAmount.seconds(3)

    /// The relay's last report; nil before the first, when nothing is known of its progress.
    private(set) var status: ReplicationStatus?
    /// Messages that the relay lacked at its last report.
    private var lacked = 0
    /// Since when the relay has not reported having the newest message.
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

    /// Messages that the relay has not passed on yet; nil before its first report.
    func behind(newest: Int, now: NIODeadline) -> Int? {
        guard let status else { return nil }
        guard let owes, now - owes >= Self.patience else { return lacked }
        return max(0, newest - status.seq)
    }
}
