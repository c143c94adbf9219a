import SabirTranslation
import SabirProtocol

/// What its reader saw untranslated because an engine was away: translated after all when one is back. Bounded in
/// number and age, so that nobody is told of a line that has long left the screen.
struct UntranslatedLines {
    static let capacity = 200
    static let age = Duration.seconds(15 * 60)
    /// How often a line is tried again at an engine that failed at it and is well otherwise: it may be the line.
    static let secondTries = 2

    struct Line {
        let message: Message
        /// When its reader has had it without a translation.
        let since: ContinuousClock.Instant
        var secondTries = 0
    }

    private var lines: [Line] = []

    mutating func add(_ line: Line) {
        if lines.count == Self.capacity { lines.removeFirst() }
        lines.append(line)
    }

    /// Takes it out; nil where it was not among them.
    mutating func remove(_ id: MessageID) -> Line? {
        guard let index = lines.firstIndex(where: { $0.message.id == id }) else { return nil }
        return lines.remove(at: index)
    }

    /// Those young enough to be tried again, oldest first; the others are forgotten.
    mutating func due(now: ContinuousClock.Instant) -> [Message] {
        lines.removeAll { now - $0.since > Self.age }
        return lines.map(\.message)
    }

    /// As `due`, each line a few times at most.
    mutating func dueOnceMore(now: ContinuousClock.Instant) -> [Message] {
        due(now: now).filter { takeSecondTry($0.id) }
    }

    /// False where it is not among them, or was tried often enough.
    mutating func takeSecondTry(_ id: MessageID) -> Bool {
        guard let index = lines.firstIndex(where: { $0.message.id == id }),
            lines[index].secondTries < Self.secondTries
        else { return false }
        lines[index].secondTries += 1
        return true
    }

    func contains(_ id: MessageID) -> Bool { lines.contains { $0.message.id == id } }
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
