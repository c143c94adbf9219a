import NIOCore

/// A dictionary that bounds its number of entries and the sum of their costs, and drops the least recently used ones.
/// Lookup, insertion and removal by key take constant time, spread over many calls.
package struct LeastRecentlyUsed<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private struct Entry: Sendable {
        let value: Value
        let cost: Int
        /// The number of the entry's last use.
        var use: Int
    }

    package let maximumCount: Int
    package let maximumCost: Int
    package private(set) var cost = 0
    private var entries: [Key: Entry] = [:]
    /// The uses in order; only an entry's last use counts.
    private var uses = CircularBuffer<(key: Key, number: Int)>()
    private var lastUse = 0

    package init(maximumCount: Int, maximumCost: Int) {
        self.maximumCount = max(1, maximumCount)
        self.maximumCost = maximumCost
    }

    package var count: Int { entries.count }

    /// Whether the key is known. Does not count as a use.
    package func contains(_ key: Key) -> Bool { entries[key] != nil }

    /// The value of a key. Does not count as a use.
    package func peek(_ key: Key) -> Value? { entries[key]?.value }

    /// The value of a key, which becomes the most recently used.
    package mutating func value(for key: Key) -> Value? {
        guard let entry = entries[key] else { return nil }
        let use = noteUse(of: key)
        entries[key]?.use = use
        return entry.value
    }

    /// Removes a key and returns its value.
    package mutating func take(_ key: Key) -> Value? {
        guard let entry = entries.removeValue(forKey: key) else { return nil }
        cost -= entry.cost
        return entry.value
    }

    /// Keeps `value`, unless its cost alone exceeds the bound.
    package mutating func insert(_ value: Value, for key: Key, cost: Int) {
        _ = take(key)
        guard cost <= maximumCost else { return }
        while count >= maximumCount || self.cost + cost > maximumCost, let oldest = uses.popFirst() {
            if entries[oldest.key]?.use == oldest.number { _ = take(oldest.key) }
        }
        entries[key] = Entry(value: value, cost: cost, use: noteUse(of: key))
        self.cost += cost
    }

    /// Removes all matching keys and returns their values. Visits every entry.
    @discardableResult
    package mutating func remove(where isMeant: (Key) -> Bool) -> [Value] {
        entries.keys.filter(isMeant).compactMap { take($0) }
    }

    package mutating func removeAll() {
        self = Self(maximumCount: maximumCount, maximumCost: maximumCost)
    }

    /// Returns the number of a new use. Drops uses that no longer count once they are more than half of all.
    private mutating func noteUse(of key: Key) -> Int {
        if uses.count > 2 * entries.count + 16 {
            let entries = entries
            uses.removeAll { entries[$0.key]?.use != $0.number }
        }
        lastUse += 1
        uses.append((key, lastUse))
        return lastUse
    }
}

extension Dictionary {
    /// Removes the oldest entry if adding `key` would exceed `most`. Visits every entry of a full table, so it suits
    /// tables that are seldom full.
    package mutating func makeRoom(for key: Key, atMost most: Int, by time: (Value) -> some Comparable) {
        guard self[key] == nil, count >= most, let oldest = self.min(by: { time($0.value) < time($1.value) }) else {
            return
        }
        self[oldest.key] = nil
    }

    /// Makes room in a table that several owners share. An owner with `each` entries loses its own oldest; if the table
    /// is full, the owner with most entries loses one. So nobody's entries push out those of owners with fewer.
    package mutating func makeRoom<Owner: Hashable>(
        for key: Key, of owner: Owner, each: Int, atMost most: Int, owner ofEntry: (Key, Value) -> Owner,
        by time: (Value) -> some Comparable
    ) {
        guard self[key] == nil else { return }
        var counts: [Owner: Int] = [:]
        for entry in self { counts[ofEntry(entry.key, entry.value), default: 0] += 1 }
        let hasAll = counts[owner, default: 0] >= each
        guard hasAll || count >= most, let first = counts.max(by: { $0.value < $1.value }) else { return }
        let loser = hasAll ? owner : first.key
        let oldest = filter { ofEntry($0.key, $0.value) == loser }.min { time($0.value) < time($1.value) }
        if let oldest { self[oldest.key] = nil }
    }
}
