import SabirProtocol

/// Which message ids a room has accepted, so that each is accepted once. Bounded: the oldest are forgotten.
///
/// A ring of what is remembered, and beside it a hash table of places in that ring (open addressing, linear probing; the
/// oldest is taken out without tombstones, Knuth 6.4 algorithm R). Each line is looked for and remembered, mostly in
/// place of another: so each hash is computed once and kept. Seeded as any hash, since senders choose the ids.
struct AcceptedIDs: Sendable {
    struct Acceptance: Sendable, Hashable {
        let seq: Int
        let ts: Int
        let member: MemberNumber
        /// What stands for the sender's device; nil where it has none, or that is not known here.
        var author: AuthorID?

        /// Whether somebody may repeat this id as their own.
        func isOf(_ member: Member) -> Bool {
            self.member == member.number || author.map { $0 == member.arrival.author } ?? false
        }
    }

    private struct Entry {
        let id: MessageID.Value
        let hash: Int
        var acceptance: Acceptance
    }

    private let capacity: Int
    private var ring: [Entry] = []
    private var next = 0
    /// Each 0, or a place in the ring and one. A power of two of them, at least twice as many as the ring has.
    private var slots: [UInt32] = []

    /// `capacity` of at least 1.
    init(capacity: Int) { self.capacity = max(1, capacity) }

    subscript(id: MessageID) -> Acceptance? {
        let slot = slot(of: id.value, hash: id.value.hashValue)
        return slot.map { ring[Int(slots[$0]) - 1].acceptance }
    }

    /// Remembers an id that is not remembered yet.
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

    /// Whose device it was is known by now.
    mutating func remember(_ author: AuthorID, of id: MessageID) {
        guard let slot = slot(of: id.value, hash: id.value.hashValue) else { return }
        ring[Int(slots[slot]) - 1].acceptance.author = author
    }

    // MARK: The table

    private var mask: Int { slots.count - 1 }

    private func slot(of id: MessageID.Value, hash: Int) -> Int? {
        guard !slots.isEmpty else { return nil }
        var slot = hash & mask
        while slots[slot] != 0 {
            if ring[Int(slots[slot]) - 1].id == id { return slot }
            slot = (slot + 1) & mask
        }
        return nil
    }

    private mutating func grow() {
        slots = Array(repeating: 0, count: max(16, 2 * slots.count))
        for place in ring.indices { enter(place) }
    }

    private mutating func enter(_ place: Int) {
        var slot = ring[place].hash & mask
        while slots[slot] != 0 { slot = (slot + 1) & mask }
        slots[slot] = UInt32(place + 1)
    }

    /// Takes a place out, and moves up what would no longer be found behind the hole.
    private mutating func forget(_ place: Int) {
        var hole = ring[place].hash & mask
        while slots[hole] != UInt32(place + 1) { hole = (hole + 1) & mask }
        var slot = (hole + 1) & mask
        while slots[slot] != 0 {
            let home = ring[Int(slots[slot]) - 1].hash & mask
            if (slot - home) & mask >= (slot - hole) & mask {
                slots[hole] = slots[slot]
                hole = slot
            }
            slot = (slot + 1) & mask
        }
        slots[hole] = 0
    }
}
