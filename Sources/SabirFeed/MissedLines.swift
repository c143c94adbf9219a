import SabirProtocol

/// Lines from before the feed's own that a returning visitor has yet to be told: a few at a time, the next when it has
/// read. No more of them than that is in memory for it.
package struct MissedLines: Sendable {
    /// Numbers looked for at once.
    package static let stretch = 8

    package let epoch: String
    private var next: Int
    private let last: Int
    /// Every number up to this one was told, as a line or as missing.
    private var told: Int

    /// `after`: the newest that the visitor has; `last`: the newest that the feed does not keep. Of those between, the
    /// newest `limit` are looked for.
    init(after: Int, to last: Int, atMost limit: Int, epoch: String) {
        self.epoch = epoch
        self.last = last
        next = max(after + 1, last - limit + 1)
        told = after
    }

    /// The numbers to look for now; nil where there are no more.
    package mutating func nextRange() -> ClosedRange<Int>? {
        guard next <= last else { return nil }
        defer { next += Self.stretch }
        return next...min(next + Self.stretch - 1, last)
    }

    /// What is told of the lines that were found: each, and what is missing before it.
    package mutating func advance(over lines: [Message]) -> [FeedEvent] {
        lines.flatMap { line in endHole(before: line.seq) + [.line(line)] }
    }

    /// Behind the last of them: that the others are gone.
    package mutating func finish() -> [FeedEvent] { endHole(before: last + 1) }

    private mutating func endHole(before seq: Int) -> [FeedEvent] {
        defer { told = seq }
        return told + 1 < seq ? [.gap(told + 1...seq - 1)] : []
    }
}
