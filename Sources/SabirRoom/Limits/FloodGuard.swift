import NIOCore
import SabirProtocol

/// Keeps a member's messages in order after a refusal.
///
/// After a refusal everything else is refused until the refused message comes again. Otherwise a later message of a
/// burst would pass where an earlier one did not, and the sender's messages would change places.
struct FloodGuard: Sendable {
    /// How long the refused message is waited for.
    static let patience = TimeAmount.seconds(1)

    private var owed: (id: MessageID.Value, until: NIODeadline)?

    /// Whether another message than this one must come first. `id` is nil for a message that its sender cannot send
    /// again.
    func isAwaitingAnother(than id: MessageID?, now: NIODeadline) -> Bool {
        owed.map { now < $0.until && $0.id != id?.value } ?? false
    }

    /// Notes a refused message.
    mutating func owe(_ id: MessageID?, now: NIODeadline) { owed = id.map { ($0.value, now + Self.patience) } }

    /// Notes an accepted message.
    mutating func forgetRefused() { owed = nil }
}
