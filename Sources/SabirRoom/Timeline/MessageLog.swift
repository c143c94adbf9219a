import DequeModule
import SabirProtocol

/// The newest messages of one room, in order, in memory: the whole log of a room that keeps its lines there, and the
/// end of one whose lines are kept behind a `RoomLog`.
struct MessageLog: Sendable {
    private var capacity: Int
    /// The numbers from `oldest` on; nil where a line was erased.
    private var kept = Deque<Message?>()
    /// Everything up to this number was cleared away; 0 where nothing was.
    private(set) var cleared = 0
    /// Number of the newest message; 0 before the first.
    private(set) var newest: Int

    /// `newest`: where the numbering goes on from; `lines`: those that are left of it, oldest first. They may be another
    /// host's word: what is out of order, or beyond the newest, is passed over.
    init(capacity: Int, newest: Int = 0, lines: [Message] = []) {
        self.capacity = capacity
        let first = max(lines.first?.seq ?? newest + 1, newest - capacity + 1)
        self.newest = first - 1
        for line in lines where line.seq > self.newest && line.seq <= newest {
            skip(to: line.seq - 1)
            append(line)
        }
        skip(to: newest)
    }

    /// The newest so many from now on.
    mutating func keep(_ capacity: Int) {
        self.capacity = capacity
        if kept.count > capacity { kept.removeFirst(kept.count - capacity) }
    }

    /// Number of the oldest message still kept; `newest + 1` where none is.
    var oldest: Int { newest - kept.count + 1 }

    /// Keeps `message`, whose `seq` is `newest + 1`.
    mutating func append(_ message: Message) {
        precondition(message.seq == newest + 1, "A room's numbering has no holes.")
        add(message)
    }

    /// Numbers up to this one are gone, or never came.
    mutating func skip(to seq: Int) {
        // What is further on than memory reaches leaves nothing of it.
        if seq - newest > capacity { (kept, newest) = (Deque(), seq) }
        while newest < seq { add(nil) }
    }

    private mutating func add(_ message: Message?) {
        newest += 1
        guard capacity > 0 else { return }
        if kept.count == capacity { kept.removeFirst() }
        kept.append(message)
    }

    /// Forgets every message; the numbering goes on.
    mutating func forget() {
        kept = Deque()
        cleared = newest
    }

    /// Forgets the messages up to this number, as cleared away.
    mutating func clear(upTo seq: Int) {
        forget(upTo: seq)
        cleared = max(cleared, min(seq, newest))
    }

    /// Forgets the messages up to this number.
    mutating func forget(upTo seq: Int) {
        let count = min(max(0, seq - oldest + 1), kept.count)
        if count > 0 { kept.removeFirst(count) }
    }

    /// Forgets the messages that are meant, with the translations that were confirmed of them, and says which numbers are
    /// empty now.
    mutating func forget(where isMeant: (Message) -> Bool) -> [Int] {
        var forgotten: [Int] = []
        var lines: Set<MessageID.Value> = []
        for index in kept.indices {
            guard let message = kept[index] else { continue }
            let isOfMeant = message.revision.map { $0.isConfirmation && lines.contains($0.line.value) } ?? false
            guard isOfMeant || isMeant(message) else { continue }
            kept[index] = nil
            lines.insert(message.id.value)
            forgotten.append(message.seq)
        }
        return forgotten
    }

    /// Takes the texts of this line and of its corrections away, and says which they were.
    mutating func retract(_ id: MessageID) -> [String] {
        var texts: [String] = []
        for index in kept.indices {
            guard let message = kept[index], message.isOf(id), !message.isRetracted else { continue }
            texts.append(message.text)
            kept[index] = message.retracted
        }
        return texts
    }

    private func index(of seq: Int) -> Int { seq - oldest }

    /// The message with this number; nil where it is no longer kept, or not yet.
    subscript(seq: Int) -> Message? { seq >= oldest && seq <= newest ? kept[index(of: seq)] : nil }

    /// All that is kept, oldest first.
    var messages: some Sequence<Message> { kept.lazy.compactMap(\.self) }

    /// What is kept of the messages after `seq`, oldest first.
    func messages(after seq: Int) -> [Message] {
        let first = max(seq, oldest - 1) + 1
        guard first <= newest else { return [] }
        return kept[index(of: first)...].compactMap(\.self)
    }

    /// The newest of the messages from `first` on and before `seq`, oldest first, at most `limit`.
    func messages(from first: Int, before seq: Int, limit: Int) -> [Message] {
        var found: [Message] = []
        var at = min(seq, newest + 1) - 1
        while at >= max(first, oldest), found.count < limit {
            if let message = kept[index(of: at)] { found.append(message) }
            at -= 1
        }
        return found.reversed()
    }

    /// The numbers after `seq` that are no longer kept.
    func gap(after seq: Int) -> ClosedRange<Int>? {
        seq + 1 < oldest ? seq + 1...oldest - 1 : nil
    }
}
