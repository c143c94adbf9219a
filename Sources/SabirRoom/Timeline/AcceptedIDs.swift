import SabirProtocol

/// The message ids that a room has accepted, so that each is accepted once. Bounded: the oldest are forgotten.
///
/// A ring of entries, and beside it a hash table of places in that ring (open addressing, linear probing; entries are
/// removed without tombstones, Knuth 6.4 algorithm R). Each message is looked up and remembered, mostly in place of
/// another: so each hash is computed once and kept. The hash is seeded, since senders choose the ids.
struct AcceptedIDs: Sendable {
    struct Acceptance: Sendable, Hashable {
        let seq: Int
        let ts: Int
        let member: MemberNumber
        /// The author id of the sender's device; nil where there is none, or it is not known here.
        var author: AuthorID?
    }

    private struct Entry {
        let id: MessageID.Value
        let hash: Int
        var acceptance: Acceptance
    }

    private let capacity: Int
    private var ring: [Entry] = []
    private var next = 0
    /// Each slot is empty or holds an entry's place. The count is a power of two, at least twice the ring's.
    private var slots: [Slot] = []

    /// A place in the ring, with half of its id's hash, so that the much larger ring is seldom read in vain.
    private struct Slot {
        static let empty = Slot(-1, hash: 0)

        let hash: UInt32
        /// The place plus one; 0 in an empty slot.
        private let number: UInt32

        init(_ place: Int, hash: Int) {
            self.hash = UInt32(truncatingIfNeeded: hash)
            number = UInt32(place + 1)
        }

        var isEmpty: Bool { number == 0 }
        var place: Int { Int(number) - 1 }

        func home(_ mask: Int) -> Int { Int(hash) & mask }
    }

    /// Remembers the newest `capacity` ids, at least one.
    init(capacity: Int) { self.capacity = max(1, capacity) }

    subscript(id: MessageID) -> Acceptance? { place(of: id.value).map { ring[$0].acceptance } }

    mutating func remember(_ id: MessageID, _ acceptance: Acceptance) {
        let entry = Entry(id: id.value, hash: id.value.hashValue, acceptance: acceptance)
        guard ring.count == capacity else {
            ring.append(entry)
            return 2 * ring.count > slots.count ? grow() : enter(ring.count - 1)
        }
        forget(next)
        ring[next] = entry
        enter(next)
        next = (next + 1) % capacity
    }

    /// Adds the sender's device, which was not known before.
    mutating func remember(_ author: AuthorID, of id: MessageID) {
        guard let place = place(of: id.value) else { return }
        ring[place].acceptance.author = author
    }

    // MARK: The table

    private var mask: Int { slots.count - 1 }

    private func place(of id: MessageID.Value) -> Int? {
        guard !slots.isEmpty else { return nil }
        let sought = Slot(0, hash: id.hashValue)
        var slot = sought.home(mask)
        while !slots[slot].isEmpty {
            if slots[slot].hash == sought.hash, ring[slots[slot].place].id == id { return slots[slot].place }
            slot = (slot + 1) & mask
        }
        return nil
    }

    private mutating func grow() {
        slots = Array(repeating: .empty, count: max(16, 2 * slots.count))
        for place in ring.indices { enter(place) }
    }

    private mutating func enter(_ place: Int) {
        let entry = Slot(place, hash: ring[place].hash)
        var slot = entry.home(mask)
        while !slots[slot].isEmpty { slot = (slot + 1) & mask }
        slots[slot] = entry
    }

    /// Removes a place from the table, and moves up entries that could no longer be found behind the hole.
    private mutating func forget(_ place: Int) {
        var hole = Slot(place, hash: ring[place].hash).home(mask)
        while slots[hole].place != place { hole = (hole + 1) & mask }
        var slot = (hole + 1) & mask
        while !slots[slot].isEmpty {
            if (slot - slots[slot].home(mask)) & mask >= (slot - hole) & mask {
                slots[hole] = slots[slot]
                hole = slot
            }
            slot = (slot + 1) & mask
        }
        slots[hole] = .empty
    }
}
