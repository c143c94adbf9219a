import SabirCore
import SabirRoom

/// How long a room keeps its lines.
package struct RetentionRule: Hashable, Sendable {
    /// Maximum age in seconds; nil for none. A line goes with the first or second `maintain` after that, give or take
    /// 1/256 of the time.
    package var keepFor: Int?
    /// Maximum number of lines; nil for none.
    package var keepMessages: Int?

    package init(keepFor: Int? = nil, keepMessages: Int? = nil) {
        self.keepFor = keepFor
        self.keepMessages = keepMessages
    }

    package static let everything = RetentionRule()

    /// How long an id is remembered after its line is gone, in milliseconds.
    static let idsAreKept = 24 * 3_600_000
}

/// Decides which lines of one room have expired.
///
/// The wall clock may jump, so the age of a line of this session is taken from the steady clock: no jump removes a line
/// early or keeps it longer. Only lines of earlier runs are judged by their own time; where that is in the future, as
/// after a clock was set back, they count as being as old as this session.
struct RetentionClock: Sendable, Hashable {
    private var marks: RetentionMarks
    /// The newest number at the beginning of this session.
    private let inherited: Int

    init(newest: Int, at now: ClockReading) {
        inherited = newest
        marks = RetentionMarks(newest: newest, at: now)
    }

    /// What has expired: all numbers up to `upTo`, and, of those up to `earlier.upTo`, the lines written before
    /// `earlier.before`.
    struct Expired: Hashable, Sendable {
        var upTo = 0
        var earlier: Earlier?

        struct Earlier: Hashable, Sendable {
            let upTo: Int
            let before: Int
        }
    }

    mutating func expired(_ rule: RetentionRule, newest: Int, at now: ClockReading) -> Expired {
        var expired = Expired()
        if let most = rule.keepMessages { expired.upTo = max(0, newest - most) }
        guard let seconds = rule.keepFor else { return expired }
        let age = seconds * 1_000
        expired.upTo = max(expired.upTo, marks.expired(after: age, newest: newest, at: now))
        if inherited > expired.upTo { expired.earlier = .init(upTo: inherited, before: now.wall - age) }
        return expired
    }
}
