import DequeModule
import SabirProtocol

/// The newest messages of one room, in order, in memory: the whole log of a room that keeps its lines there, and the
/// end of one whose lines are kept behind a `RoomLog`.
struct MessageLog: Sendable {
    /// What is kept under one number.
    private struct Place: Sendable {
        let seq: Int
        /// Nil where a line was erased, gave way, or never came.
        var message: Message?
        /// Whose shares it takes, the closest first.
        var holders: [PlaceHolder] = []
        /// It made room for another, and counts no more.
        var isEvicted = false
    }

    private var capacity: Int
    /// In the order of their numbers; the first has not given way. Of those that gave way some are left out already.
    private var places = Deque<Place>()
    /// How many of the places gave way: no more than `capacity`.
    private var evictedCount = 0
    private var shares: LineShares
    /// Numbers that gave way since that was last asked: the newest 1,000 or more.
    private var evicted: [Int] = []
    /// Everything up to this number was cleared away; 0 where nothing was.
    private(set) var cleared = 0
    /// Number of the newest message; 0 before the first.
    private(set) var newest: Int

    /// `newest`: where the numbering goes on from; `lines`: those that are left of it, oldest first. They may be another
    /// host's word: what is out of order, or beyond the newest, is passed over.
    init(capacity: Int, newest: Int = 0, lines: [Message] = []) {
        self.capacity = capacity
        shares = LineShares(capacity: capacity)
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
        shares.resize(capacity)
        while places.count - evictedCount > capacity { removeOldest() }
    }

    /// Number of the oldest message still kept; `newest + 1` where none is.
    var oldest: Int { places.first?.seq ?? newest + 1 }

    /// Keeps `message`, whose `seq` is `newest + 1`.
    ///
    /// - Parameter holders: whose shares of the log it takes, the closest first; none where it is nobody's, or the log goes
    ///   on elsewhere.
    mutating func append(_ message: Message, of holders: [PlaceHolder] = []) {
        precondition(message.seq == newest + 1, "A room's numbering has no holes.")
        if capacity > 0, places.count - evictedCount == capacity { makeRoom(at: message.ts) }
        add(Place(seq: message.seq, message: message, holders: holders))
        if capacity > 0 { shares.add(message, of: holders) }
    }

    /// Numbers up to this one are gone, or never came.
    mutating func skip(to seq: Int) {
        // What is further on than memory reaches leaves nothing of it.
        if seq - newest > capacity {
            forget(upTo: newest)
            newest = seq
        }
        while newest < seq {
            if capacity > 0, places.count - evictedCount == capacity { removeOldest() }
            add(Place(seq: newest + 1))
        }
    }

    private mutating func add(_ place: Place) {
        newest = place.seq
        if capacity > 0 { places.append(place) }
    }

    // MARK: Making room

    private mutating func makeRoom(at ts: Int) {
        guard let seq = shares.evictee(at: ts), seq > oldest else { return removeOldest() }
        let index = index(of: seq)
        shares.remove(seq, of: places[index].holders)
        places[index] = Place(seq: seq, isEvicted: true)
        evictedCount += 1
        evicted.append(seq)
        if evicted.count > 2_000 { evicted.removeFirst(1_000) }
        // Seldom enough to cost little for each of them.
        guard evictedCount >= capacity else { return }
        places.removeAll { $0.isEvicted }
        evictedCount = 0
    }

    private mutating func removeOldest() {
        if let place = places.popFirst() { shares.remove(place.seq, of: place.holders) }
        while places.first?.isEvicted == true {
            places.removeFirst()
            evictedCount -= 1
        }
    }

    /// The numbers of lines that made room for others, ahead of older ones, since this was last asked. Of very many the
    /// newest.
    mutating func takeEvicted() -> [Int] {
        guard !evicted.isEmpty else { return [] }
        defer { evicted = [] }
        return evicted
    }

    // MARK: Forgetting

    /// Forgets every message; the numbering goes on.
    mutating func forget() { clear(upTo: newest) }

    /// Forgets the messages up to this number, as cleared away.
    mutating func clear(upTo seq: Int) {
        forget(upTo: seq)
        cleared = max(cleared, min(seq, newest))
    }

    /// Forgets the messages up to this number.
    mutating func forget(upTo seq: Int) {
        while let first = places.first, first.seq <= seq { removeOldest() }
    }

    /// Forgets the messages that are meant, with the translations that were confirmed of them, and says which numbers are
    /// empty now.
    mutating func forget(where isMeant: (Message) -> Bool) -> [Int] {
        var forgotten: [Int] = []
        var lines: Set<MessageID.Value> = []
        for index in places.indices {
            guard let message = places[index].message else { continue }
            let isOfMeant = message.revision.map { $0.isConfirmation && lines.contains($0.line.value) } ?? false
            guard isOfMeant || isMeant(message) else { continue }
            places[index] = Place(seq: message.seq)
            lines.insert(message.id.value)
            forgotten.append(message.seq)
        }
        if !forgotten.isEmpty { shares.remove(Set(forgotten)) }
        return forgotten
    }

    /// Takes the texts of this line and of its corrections away, and says which they were.
    mutating func retract(_ id: MessageID) -> [String] {
        var texts: [String] = []
        for index in places.indices {
            guard let message = places[index].message, message.isOf(id), !message.isRetracted else { continue }
            texts.append(message.text)
            places[index].message = message.retracted
        }
        return texts
    }

    // MARK: Reading

    /// Where this number stands, or the next one that has a place; `places.count` where there is none.
    private func index(of seq: Int) -> Int {
        guard let first = places.first?.seq, let last = places.last?.seq, seq > first else { return 0 }
        guard seq <= last else { return places.count }
        // Numbers only go up: without any left out it stands here, otherwise before.
        var (low, high) = (0, min(seq - first, places.count - 1))
        if places[high].seq == seq { return high }
        while low < high {
            let middle = (low + high) / 2
            if places[middle].seq < seq { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// The message with this number; nil where it is no longer kept, or not yet.
    subscript(seq: Int) -> Message? {
        let index = index(of: seq)
        return index < places.count && places[index].seq == seq ? places[index].message : nil
    }

    /// All that is kept, oldest first.
    var messages: some Sequence<Message> { places.lazy.compactMap(\.message) }

    /// What is kept of the messages after `seq`, oldest first.
    func messages(after seq: Int) -> [Message] {
        seq < newest ? places[index(of: seq + 1)...].compactMap(\.message) : []
    }

    /// The newest of the messages from `first` on and before `seq`, oldest first, at most `limit`.
    func messages(from first: Int, before seq: Int, limit: Int) -> [Message] {
        var found: [Message] = []
        var at = index(of: min(seq, newest + 1)) - 1
        while at >= 0, places[at].seq >= first, found.count < limit {
            if let message = places[at].message { found.append(message) }
            at -= 1
        }
        return found.reversed()
    }

    /// The oldest of the messages from `first` up to `last`, oldest first, at most `limit`.
    func messages(from first: Int, through last: Int, limit: Int) -> [Message] {
        var found: [Message] = []
        var at = index(of: first)
        while at < places.count, places[at].seq <= last, found.count < limit {
            if let message = places[at].message { found.append(message) }
            at += 1
        }
        return found
    }

    /// The numbers after `seq` that are no longer kept.
    func gap(after seq: Int) -> ClosedRange<Int>? {
        seq + 1 < oldest ? seq + 1...oldest - 1 : nil
    }
}
