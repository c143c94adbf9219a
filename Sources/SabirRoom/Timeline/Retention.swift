import SabirCore
import SabirProtocol

/// The newest number at some moments of the steady clock, by which lines expire, as the wall clock may jump. Accurate
/// to 1/256 of the time that lines are kept.
package struct RetentionMarks: Hashable, Sendable {
    /// Most moments remembered; more would only make expiry more exact.
    package static let most = 256

    private struct Mark: Hashable {
        let steady: Int
        let newest: Int
    }

    /// In order.
    private var marks: [Mark] = []

    init() {}

    package init(newest: Int, at now: ClockReading) { marks = [Mark(steady: now.steady, newest: newest)] }

    /// The number of the newest line that is at least `age` milliseconds old, and so are all before it; 0 where none is
    /// known to be. Remembers which line is the newest now.
    package mutating func expired(after age: Int, newest: Int, at now: ClockReading) -> Int {
        var upTo = 0
        if let last = marks.lastIndex(where: { now.steady - $0.steady >= age }) {
            upTo = marks[last].newest
            marks.removeFirst(last)
        }
        if marks.last.map({ newest > $0.newest && now.steady - $0.steady >= age / Self.most }) ?? true {
            marks.append(Mark(steady: now.steady, newest: newest))
        }
        return upTo
    }
}

/// Decides which messages in a room's memory have expired. The age of a message of this run is taken from the steady
/// clock. Messages of an earlier run are judged by their own time.
struct Retention: Sendable {
    /// In milliseconds.
    private let age: Int
    /// Number of the newest line of an earlier run.
    private let inherited: Int
    private var marks: RetentionMarks

    /// - Parameters:
    ///   - inherited: number of the newest message whose age is taken from its own time.
    ///   - before: the retention in force so far, which knows the ages of this run's messages.
    init(seconds: Int, inherited: Int, before: Retention? = nil) {
        age = seconds * 1_000
        self.inherited = before?.inherited ?? inherited
        marks = before?.marks ?? RetentionMarks()
    }

    /// The number up to which messages have expired: for all of this run, and for an earlier one as far as `lines`, the
    /// oldest first, show.
    mutating func expired(_ lines: some Sequence<Message>, newest: Int, at now: ClockReading) -> Int {
        let ofThisRun = marks.expired(after: age, newest: newest, at: now)
        let ofEarlierRun = lines.prefix { $0.seq <= inherited && $0.ts < now.wall - age }.map(\.seq).max()
        return max(ofThisRun, ofEarlierRun ?? 0)
    }
}
