import NIOCore
import SabirProtocol

/// Lines from before the feed's own that a returning visitor has yet to be told: a few at a time, the next when it has
/// read. No more of them than that is in memory for it.
struct MissedLines: Sendable {
    /// Numbers looked for at once.
    static let stretch = 8

    let epoch: String
    /// Told behind them: what the feed keeps, shared by all its streams.
    private(set) var behind: [ByteBuffer]
    private var next: Int
    private let last: Int
    /// Where the hole begins that is told before the first line that is found.
    private var hole: Int?

    /// `after`: the newest that the visitor has; `last`: the newest that the feed does not keep. Of those between, the
    /// newest `limit` are looked for.
    init(after: Int, to last: Int, atMost limit: Int, epoch: String, behind: [ByteBuffer]) {
        self.epoch = epoch
        self.behind = behind
        self.last = last
        next = max(after + 1, last - limit + 1)
        hole = after + 1
    }

    /// The room was cleared: what the feed kept is not told any more.
    mutating func clear() { behind = [] }

    /// The numbers to look for now; nil where there are no more.
    mutating func take() -> ClosedRange<Int>? {
        guard next <= last else { return nil }
        defer { next += Self.stretch }
        return next...min(next + Self.stretch - 1, last)
    }

    /// What is told of the lines that were found.
    mutating func tell(_ lines: [Message]) -> [FeedEvent] {
        guard let first = lines.first else { return [] }
        return endHole(before: first.seq) + lines.map { .line($0) }
    }

    /// Behind the last of them: where none was found, that they are gone.
    mutating func finish() -> [FeedEvent] { endHole(before: last + 1) }

    private mutating func endHole(before seq: Int) -> [FeedEvent] {
        guard let start = hole else { return [] }
        hole = nil
        return start < seq ? [.gap(start...seq - 1)] : []
    }
}
