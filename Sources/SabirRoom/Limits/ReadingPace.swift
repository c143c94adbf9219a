import NIOCore
import SabirCore

/// How fast one connection's packets are read. A faster sender is not refused: reading pauses, and TCP lets the sender
/// wait. So a flood of any packet costs the room no more than this rate.
struct ReadingPace: Sendable {
    /// How long reading pauses; the packets that one pause allows are read at once.
    static let rest = TimeAmount.milliseconds(100)

    private let rate: TokenBucket.Rate?
    private var bucket = TokenBucket()

    init(_ rate: TokenBucket.Rate?) { self.rate = rate }

    /// Whether one more packet may be read now.
    func allowsOne(now: NIODeadline) -> Bool {
        guard let rate else { return true }
        return bucket.holds(1, rate, now: now)
    }

    mutating func took(now: NIODeadline) {
        guard let rate else { return }
        _ = bucket.take(rate, now: now)
    }
}
