import NIOCore
import SabirProtocol

/// What a returning member has yet to be told of what it missed, a piece at a time as it reads, and what was said to
/// everybody meanwhile, which comes behind that.
///
/// Pure. No more of the missed lines is in memory for it than a piece; what waits behind them is shared with all members.
struct CatchUp: Sendable {
    /// Lines of a piece.
    static let stretch = 32

    /// The member's connection, of several one after another.
    let connection: UInt64
    /// The newest number at its coming: what is said later comes by itself.
    let upTo: Int
    /// The first number that it may see, and that is looked for.
    private let first: Int
    /// Every number up to this one was looked at, and was told, or told as a gap, up to the other.
    private var looked: Int
    private var told: Int
    /// The log is being read for it; which of the readings, so that an answer that was given up counts no more.
    private(set) var reading: Int?
    private var readings = 0
    /// A piece is being written, during which the connection may say that it takes more.
    var isWriting = false
    private var waiting: [ByteBuffer] = []
    private(set) var waitingBytes = 0

    /// `after`: the newest that it has.
    init(after: Int, from first: Int, upTo: Int, connection: UInt64 = 0) {
        self.connection = connection
        self.upTo = upTo
        self.first = max(first, after + 1)
        (looked, told) = (after, after)
    }

    /// The numbers of the next piece, from `oldest` on, as lines before it are gone; nil after the last piece.
    func next(from oldest: Int = 1) -> ClosedRange<Int>? {
        let start = max(looked + 1, first, oldest)
        return start <= upTo ? start...min(start + Self.stretch - 1, upTo) : nil
    }

    mutating func beginReading() -> Int {
        readings += 1
        reading = readings
        return readings
    }

    mutating func endReading() { reading = nil }

    /// Packets of the lines that there are up to number `end`; where numbers are missing between them, a gap.
    mutating func nextPackets(of lines: [Message], through end: Int) -> [HostPacket] {
        var packets: [HostPacket] = []
        for line in lines where line.seq > told && line.seq >= first && line.seq <= upTo {
            if line.seq > told + 1 { packets.append(.gap(told + 1...line.seq - 1)) }
            packets.append(.message(line))
            told = line.seq
        }
        looked = max(looked, end)
        return packets
    }

    /// Behind the last piece.
    mutating func finish() -> HostPacket? {
        defer { told = max(told, upTo) }
        return told < upTo ? .gap(told + 1...upTo) : nil
    }

    mutating func wait(_ frames: ByteBuffer) {
        waiting.append(frames)
        waitingBytes += frames.readableBytes
    }

    /// What came meanwhile, in its order.
    mutating func takeWaiting() -> [ByteBuffer] {
        defer { (waiting, waitingBytes) = ([], 0) }
        return waiting
    }
}
