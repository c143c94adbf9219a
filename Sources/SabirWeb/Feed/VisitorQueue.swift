import NIOCore

/// What waits to be written to one visitor. Bounded: a visitor who reads more slowly than the room talks is ended,
/// and comes back by the number of its last line.
struct VisitorQueue: Sendable {
    static let maximumBytes = 256 << 10
    static let maximumEvents = 1_000

    private var pending: [ByteBuffer] = []
    private var bytes = 0
    /// False until the greeting is there, which goes before all else.
    private var isGreeted = false
    private(set) var isEnded = false

    var isEmpty: Bool { pending.isEmpty }
    var count: Int { pending.count }

    /// The greeting does not count towards the bound: its size is bounded by what the feed keeps.
    mutating func greet(_ greeting: ByteBuffer) {
        isGreeted = true
        pending.insert(greeting, at: 0)
    }

    /// False where the visitor lags: nothing more is taken, and what waits is let go.
    mutating func push(_ event: ByteBuffer) -> Bool {
        guard !isEnded else { return true }
        guard bytes + event.readableBytes <= Self.maximumBytes, pending.count < Self.maximumEvents else {
            end()
            pending = []
            return false
        }
        bytes += event.readableBytes
        pending.append(event)
        return true
    }

    /// No more events; what waits may still be taken.
    mutating func end() { isEnded = true }

    enum Taken: Sendable, Equatable {
        /// Everything that waited, as one buffer.
        case bytes(ByteBuffer)
        case nothing
        case end
    }

    mutating func take() -> Taken {
        guard isGreeted || isEnded else { return .nothing }
        guard var first = pending.first else { return isEnded ? .end : .nothing }
        defer {
            pending.removeAll(keepingCapacity: pending.capacity <= 16)
            bytes = 0
        }
        guard pending.count > 1 else { return .bytes(first) }
        var joined = ByteBuffer()
        joined.reserveCapacity(pending.reduce(0) { $0 + $1.readableBytes })
        joined.writeBuffer(&first)
        for buffer in pending.dropFirst() { joined.writeImmutableBuffer(buffer) }
        return .bytes(joined)
    }
}
