import SabirProtocol

/// Lines older than the feed's own that a returning visitor has not received yet. They are read from the log a stretch
/// at a time, the next once the visitor has read the last, so that only one stretch is in memory.
package struct MissedLines: Sendable {
    /// Line numbers read at once.
    package static let stretch = 8

    package let epoch: String
    private var next: Int
    private let last: Int
    /// Every number up to this one was sent, as a line or as part of a gap.
    private var told: Int

    /// - Parameters:
    ///   - after: The newest line that the visitor has.
    ///   - last: The newest line that the feed does not keep.
    ///   - limit: How many of the lines between are read; the older ones become a gap.
    init(after: Int, to last: Int, atMost limit: Int, epoch: String) {
        self.epoch = epoch
        self.last = last
        next = max(after + 1, last - limit + 1)
        told = after
    }

    /// The next line numbers to read; nil when all were read.
    package mutating func nextRange() -> ClosedRange<Int>? {
        guard next <= last else { return nil }
        defer { next += Self.stretch }
        return next...min(next + Self.stretch - 1, last)
    }

    /// The events for the lines that were found: each line, after the gap before it.
    package mutating func advance(over lines: [Message]) -> [FeedEvent] {
        lines.flatMap { line in endHole(before: line.seq) + [.line(line)] }
    }

    /// The gap after the last line that was found, if any.
    package mutating func finish() -> [FeedEvent] { endHole(before: last + 1) }

    private mutating func endHole(before seq: Int) -> [FeedEvent] {
        defer { told = seq }
        return told + 1 < seq ? [.gap(told + 1...seq - 1)] : []
    }
}
