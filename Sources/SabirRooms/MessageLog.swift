import SabirWire

/// The newest messages of one room, in order, in memory.
///
/// A room's log answers three questions: append and number, read after a number, which is the newest. A log on disk
/// or in a cluster stands in this place later.
struct MessageLog: Sendable {
    private let capacity: Int
    /// A ring: the message numbered `seq` lies at `(seq - 1 - cleared) % capacity`.
    private var ring: [Message] = []
    /// Everything up to this number was cleared away; 0 where nothing was.
    private(set) var cleared = 0
    /// Number of the newest message; 0 before the first.
    private(set) var newest = 0

    init(capacity: Int) { self.capacity = capacity }

    /// Number of the oldest message still kept; `newest + 1` where none is.
    var oldest: Int { newest - ring.count + 1 }

    /// Keeps `message`, whose `seq` is `newest + 1`.
    mutating func append(_ message: Message) {
        precondition(message.seq == newest + 1, "A room's numbering has no holes.")
        newest = message.seq
        guard capacity > 0 else { return }
        if ring.count < capacity { ring.append(message) } else { ring[place(of: newest)] = message }
    }

    /// Forgets every message; the numbering goes on.
    mutating func forget() {
        ring = []
        cleared = newest
    }

    private func place(of seq: Int) -> Int { (seq - 1 - cleared) % capacity }

    /// The message with this number; nil where it is no longer kept, or not yet.
    subscript(seq: Int) -> Message? {
        (oldest...max(oldest, newest)).contains(seq) && !ring.isEmpty ? ring[place(of: seq)] : nil
    }

    /// What is kept of the messages after `seq`, oldest first.
    func messages(after seq: Int) -> [Message] {
        let first = max(seq + 1, oldest)
        guard first <= newest else { return [] }
        return (first...newest).compactMap { self[$0] }
    }

    /// The numbers after `seq` that are no longer kept.
    func gap(after seq: Int) -> ClosedRange<Int>? {
        seq + 1 < oldest ? seq + 1...oldest - 1 : nil
    }
}
