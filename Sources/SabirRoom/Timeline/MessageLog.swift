import DequeModule
import SabirProtocol

/// The newest messages of one room, in order, in memory: the whole log of a room without a `RoomLog`, or the end of one
/// with it.
struct MessageLog: Sendable {
    /// What is kept under one number.
    private struct Place: Sendable {
        let seq: Int
        /// The message under this number; nil where it was erased, made room for another, or never came.
        var message: Message?
        /// The holders whose shares the message takes, the closest first.
        var holders: [PlaceHolder] = []
        /// Whether the message made room for another and no longer counts.
        var isEvicted = false
    }

    private var capacity: Int
    /// In the order of numbers; the first is never evicted. Some evicted places are left out already.
    private var places = Deque<Place>()
    /// How many of the places are evicted: at most `capacity`.
    private var evictedCount = 0
    private var shares: LineShares
    /// Evicted numbers since they were last taken: the newest 1,000 or more.
    private var evicted: [Int] = []
    /// Staff cleared everything up to this number; 0 where nothing was.
    private(set) var cleared = 0
    /// Number of the newest message; 0 before the first.
    private(set) var newest: Int

    /// `newest`: where the numbering continues. `lines`: the messages that are left, oldest first. They may come from
    /// another host: those out of order, or beyond the newest, are skipped.
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

    /// Changes how many messages are kept.
    mutating func keep(_ capacity: Int) {
        self.capacity = capacity
        shares.resize(capacity)
        while places.count - evictedCount > capacity { removeOldest() }
    }

    /// Number of the oldest message still kept; `newest + 1` where none is.
    var oldest: Int { places.isEmpty ? newest + 1 : places[0].seq }

    /// Keeps `message`, whose `seq` is `newest + 1`.
    ///
    /// - Parameter holders: whose shares of the log the message takes, the closest first; empty where it takes
    ///   nobody's, or the log continues in a `RoomLog`.
    mutating func append(_ message: Message, of holders: [PlaceHolder] = []) {
        precondition(message.seq == newest + 1, "A room's numbering has no holes.")
        if capacity > 0, places.count - evictedCount == capacity { makeRoom(at: message.ts) }
        add(Place(seq: message.seq, message: message, holders: holders))
        if capacity > 0 { shares.add(message, of: holders) }
    }

    /// Skips numbers up to this one, which are gone or never came.
    mutating func skip(to seq: Int) {
        // A jump beyond what memory holds leaves nothing of it.
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
        // Happens seldom enough to cost little for each message.
        guard evictedCount >= capacity else { return }
        places.removeAll { $0.isEvicted }
        evictedCount = 0
    }

    private mutating func removeOldest() {
        if let place = places.popFirst() { shares.remove(place.seq, of: place.holders) }
        // By index: `first` would copy the message.
        while !places.isEmpty, places[0].isEvicted {
            places.removeFirst()
            evictedCount -= 1
        }
    }

    /// Removes and returns the numbers of messages that made room for others before older messages did; of very many,
    /// the newest numbers.
    mutating func takeEvicted() -> [Int] {
        guard !evicted.isEmpty else { return [] }
        defer { evicted = [] }
        return evicted
    }

    // MARK: Forgetting

    /// Forgets the messages up to this number, which staff cleared.
    mutating func clear(upTo seq: Int) {
        forget(upTo: seq)
        cleared = max(cleared, min(seq, newest))
    }

    /// Forgets the messages up to this number.
    mutating func forget(upTo seq: Int) {
        while let first = places.first, first.seq <= seq { removeOldest() }
    }

    /// Forgets the messages that are meant, with the confirmed translations of them. Returns the numbers that are empty
    /// now.
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

    /// Removes the texts of this message and of its corrections, and returns them.
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

    /// The index of this number, or of the next one that has a place; `places.count` where there is none.
    private func index(of seq: Int) -> Int {
        guard let first = places.first?.seq, let last = places.last?.seq, seq > first else { return 0 }
        guard seq <= last else { return places.count }
        // Numbers only grow: without left-out places the index is exact, otherwise it lies before.
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

    /// All messages in memory, oldest first.
    var messages: some Sequence<Message> { places.lazy.compactMap(\.message) }

    /// The messages after `seq` in memory, oldest first.
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
}
