import NIOCore
import SabirProtocol

/// What a member that was told to wait is to say first.
///
/// After a refusal all else is refused until the refused message comes again. Otherwise a later one of a burst would pass
/// where an earlier one did not, and a sender's own messages would change places.
struct FloodGuard: Sendable {
    /// Waits for the refused message at most so long.
    static let patience = TimeAmount.seconds(1)

    private var owed: (id: MessageID.Value, until: NIODeadline)?

    /// Whether another message than this one is to come first. `id` is nil for a message that its sender cannot say again.
    func isAwaitingAnother(than id: MessageID?, now: NIODeadline) -> Bool {
        owed.map { now < $0.until && $0.id != id?.value } ?? false
    }

    /// The message was refused.
    mutating func owe(_ id: MessageID?, now: NIODeadline) { owed = id.map { ($0.value, now + Self.patience) } }

    /// A message was taken.
    mutating func settle() { owed = nil }
}
