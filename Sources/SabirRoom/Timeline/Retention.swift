import SabirCore
import SabirProtocol

/// Decides which messages in a room's memory have expired.
///
/// The age of a message of this run is taken from the steady clock, as the wall clock may jump. Messages of an earlier
/// run are judged by their own time. Accurate to 1/256 of the time that messages are kept.
struct Retention: Sendable {
    /// Most moments remembered.
    static let marks = 256

    /// How long a line is kept, in milliseconds.
    private let age: Int
    /// Number of the newest line of an earlier run.
    private let inherited: Int
    /// The newest number at each remembered steady time, in order.
    private var marks: [(steady: Int, newest: Int)] = []

    /// - Parameters:
    ///   - inherited: number of the newest message whose age is taken from its own time.
    ///   - before: the retention in force so far, which knows the ages of this run's messages.
    init(seconds: Int, inherited: Int, before: Retention? = nil) {
        age = seconds * 1_000
        self.inherited = before?.inherited ?? inherited
        marks = before?.marks ?? []
    }

    /// The number up to which messages have expired: for all of this run, and for an earlier one as far as `lines`, the
    /// oldest first, show.
    mutating func expired(_ lines: some Sequence<Message>, newest: Int, at now: ClockReading) -> Int {
        var upTo = 0
        if let last = marks.lastIndex(where: { now.steady - $0.steady >= age }) {
            upTo = marks[last].newest
            marks.removeFirst(last)
        }
        if marks.last.map({ newest > $0.newest && now.steady - $0.steady >= age / Self.marks }) ?? true {
            marks.append((now.steady, newest))
        }
        for line in lines.prefix(while: { $0.seq <= inherited && $0.ts < now.wall - age }) {
            upTo = max(upTo, line.seq)
        }
        return upTo
    }
}
