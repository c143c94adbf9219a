import NIOCore

/// The events that wait to be written to one visitor. Bounded: a visitor who reads too slowly is disconnected, and
/// resumes with the number of its last line.
struct VisitorQueue: Sendable {
    /// Most bytes that wait: more than all addresses of one network may say at once in long lines (`MessageBudgets`:
    /// 1,600 kB), so that a burst in the room does not end the streams of those who read. Streams share the buffers, so
    /// many streams do not take many times as much memory.
    static let maximumBytes = 2 << 20
    static let maximumEvents = 1_000
    /// Several events are written as one buffer up to this size.
    static let pieceBytes = 64 << 10

    /// The greeting's events. They do not count towards the bound, as all streams share them with the feed.
    private var greeting: [ByteBuffer] = []
    private var pending: [ByteBuffer] = []
    private var bytes = 0
    /// Whether the whole greeting was added; all other events wait for that.
    private var isGreeted = false
    private(set) var isEnded = false

    var count: Int { greeting.count + pending.count }

    /// - Parameter isWhole: Whether these are the greeting's last events.
    mutating func greet(_ events: [ByteBuffer], isWhole: Bool = true) {
        greeting += events
        isGreeted = isWhole
    }

    /// Queues an event. Returns false, and drops everything that waits, if the visitor lags too far behind.
    mutating func push(_ event: ByteBuffer) -> Bool {
        guard !isEnded else { return true }
        guard bytes + event.readableBytes <= Self.maximumBytes, pending.count < Self.maximumEvents else {
            end()
            (greeting, pending) = ([], [])
            return false
        }
        bytes += event.readableBytes
        pending.append(event)
        return true
    }

    /// Ends the queue; what waits can still be taken.
    mutating func end() { isEnded = true }

    enum Taken: Sendable, Equatable {
        /// The next events, joined into one buffer.
        case bytes(ByteBuffer)
        case nothing
        case end
    }

    mutating func take() -> Taken {
        if let piece = Self.piece(of: &greeting) { return .bytes(piece) }
        // Until the greeting is whole, neither later events nor the end are handed out.
        guard isGreeted || isEnded && pending.isEmpty else { return .nothing }
        guard let piece = Self.piece(of: &pending) else { return isEnded ? .end : .nothing }
        bytes -= piece.readableBytes
        return .bytes(piece)
    }

    /// The first event, joined with as many following ones as fit a piece; nil if there are none.
    private static func piece(of events: inout [ByteBuffer]) -> ByteBuffer? {
        guard let first = events.first else { return nil }
        var (count, size) = (1, first.readableBytes)
        while count < events.count, size + events[count].readableBytes <= pieceBytes {
            size += events[count].readableBytes
            count += 1
        }
        let taken = events.prefix(count)
        defer { events.removeFirst(count) }
        return count > 1 ? ByteBuffer(joining: taken) : first
    }
}

extension ByteBuffer {
    init(joining buffers: some Collection<ByteBuffer>) {
        self.init()
        reserveCapacity(buffers.reduce(0) { $0 + $1.readableBytes })
        for buffer in buffers { writeImmutableBuffer(buffer) }
    }
}
