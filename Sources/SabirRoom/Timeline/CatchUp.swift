import NIOCore
import SabirProtocol

/// What a returning member has yet to be sent of what it missed, a piece at a time as it reads; what everybody is told
/// meanwhile comes behind that.
///
/// Pure. Only one piece of the missed messages is in memory for a member; the frames that wait behind them are shared
/// by all members.
struct CatchUp: Sendable {
    /// Most messages in a piece.
    static let stretch = 32

    /// Which of the member's successive connections is catching up.
    let connection: UInt64
    /// Number of the newest message when the member came in; later ones come by themselves.
    let upTo: Int
    /// Number of the first message to send: the first that the member may see and does not have.
    private let first: Int
    /// `looked`: every number up to this one was looked up. `told`: every number up to this one was sent, or told as a
    /// gap.
    private var looked: Int
    private var told: Int
    /// Counts readings of the log while one is under way, so that the answer to an abandoned one is ignored; nil
    /// otherwise.
    private(set) var reading: Int?
    private var readings = 0
    /// Whether a piece is being written, during which the connection may report that it takes more.
    var isWriting = false
    private var waiting: [ByteBuffer] = []
    private(set) var waitingBytes = 0

    /// `after`: number of the newest message that the member has.
    init(after: Int, from first: Int, upTo: Int, connection: UInt64 = 0) {
        self.connection = connection
        self.upTo = upTo
        self.first = max(first, after + 1)
        (looked, told) = (after, after)
    }

    /// The numbers of the next piece, from `oldest` on, as lines before that are gone; nil after the last piece.
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

    /// The packets for these messages and the numbers up to `end`, with a gap where messages are missing.
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

    /// The last packet, behind the last piece: a gap, if messages are missing at the end.
    mutating func finish() -> HostPacket? {
        defer { told = max(told, upTo) }
        return told < upTo ? .gap(told + 1...upTo) : nil
    }

    mutating func wait(_ frames: ByteBuffer) {
        waiting.append(frames)
        waitingBytes += frames.readableBytes
    }

    /// Removes and returns the frames that came meanwhile, in order.
    mutating func takeWaiting() -> [ByteBuffer] {
        defer { (waiting, waitingBytes) = ([], 0) }
        return waiting
    }
}
