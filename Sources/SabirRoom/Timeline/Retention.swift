import Glibc
import SabirProtocol

/// A moment by two clocks: the one on the wall, which may be set, and one that only ever goes on, sleep included.
/// Milliseconds, since 1970 and since the machine started.
struct ClockReading: Sendable, Hashable {
    let wall: Int
    let steady: Int

    static func now() -> Self { Self(wall: read(CLOCK_REALTIME), steady: read(CLOCK_BOOTTIME)) }

    private static func read(_ clock: clockid_t) -> Int {
        var time = timespec()
        clock_gettime(clock, &time)
        return time.tv_sec * 1_000 + time.tv_nsec / 1_000_000
    }
}

/// Which lines in a room's memory have had their time.
///
/// The age of a line said in this run is taken from the steady clock: the one on the wall may jump. Lines of an earlier
/// run are judged by the time written on them. Give or take 1/256 of the time they are kept.
struct Retention: Sendable {
    /// Moments remembered at most.
    static let marks = 256

    /// Milliseconds.
    private let age: Int
    /// Number of the newest line of an earlier run.
    private let inherited: Int
    /// Which number was the newest at which steady time, in order.
    private var marks: [(steady: Int, newest: Int)] = []

    /// - Parameters:
    ///   - inherited: number of the newest line whose age the time written on it tells.
    ///   - before: what held so far in this run, and knows their ages better.
    init(seconds: Int, inherited: Int, before: Retention? = nil) {
        age = seconds * 1_000
        self.inherited = before?.inherited ?? inherited
        marks = before?.marks ?? []
    }

    /// Up to which number lines have had their time: all of this run, and of an earlier one as far as the lines given,
    /// the oldest first, show.
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
