import SabirTranslation
import SabirWire

/// What its reader saw untranslated because an engine was away: translated after all when one is back. Bounded in
/// number and age, so that nobody is told of a line that has long left the screen.
struct UntranslatedLines {
    static let capacity = 200
    static let age = Duration.seconds(15 * 60)

    private var lines: [(message: Message, since: ContinuousClock.Instant)] = []

    /// `since` when its reader has had it without a translation.
    mutating func add(_ message: Message, since: ContinuousClock.Instant) {
        if lines.count == Self.capacity { lines.removeFirst() }
        lines.append((message, since))
    }

    /// Takes it out; nil where it was not among them.
    mutating func remove(_ id: MessageID) -> ContinuousClock.Instant? {
        guard let index = lines.firstIndex(where: { $0.message.id == id }) else { return nil }
        return lines.remove(at: index).since
    }

    /// Those young enough to be tried again, oldest first; the others are forgotten.
    mutating func due(now: ContinuousClock.Instant) -> [Message] {
        lines.removeAll { now - $0.since > Self.age }
        return lines.map(\.message)
    }
}

extension UntranslatedReason {
    /// Whether the same line may well be translated later: the engine's trouble, not the line's.
    var mayPass: Bool {
        switch self {
        case .unreachable, .resting, .timedOut, .badAnswer, .noTranslation, .busy: true
        default: false
        }
    }
}
