import NIOCore
import SabirCore
import SabirProtocol

/// A member's flood limit on the host's side.
struct FloodGuard: Sendable {
    /// After a refusal all else is refused until the refused message comes again, at most so long. Otherwise a later one
    /// of a burst would pass where an earlier one did not, and a sender's own messages would change places.
    static let patience = TimeAmount.seconds(1)

    private var bucket: TokenBucket
    private var owed: (id: MessageID.Value, until: NIODeadline)?

    init(_ rate: TokenBucket.Rate, now: NIODeadline) { bucket = TokenBucket(full: rate, now: now) }

    /// `id` is nil for a message that its sender cannot say again.
    mutating func allows(_ id: MessageID?, _ rate: TokenBucket.Rate, now: NIODeadline) -> Bool {
        if let owed, now < owed.until, owed.id != id?.value { return false }
        guard bucket.take(rate, now: now) else {
            owe(id, now: now)
            return false
        }
        owed = nil
        return true
    }

    /// What the member might have said, the room as a whole could not take: it owes this one now.
    mutating func owe(_ id: MessageID?, now: NIODeadline) { owed = id.map { ($0.value, now + Self.patience) } }
}
