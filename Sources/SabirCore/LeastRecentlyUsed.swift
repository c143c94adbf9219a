/// A dictionary that bounds its number of entries and the sum of their costs, and drops the least recently used ones.
/// Lookup, insertion and removal by key take constant time.
package struct LeastRecentlyUsed<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private struct Node: Sendable {
        var key: Key
        var value: Value
        var cost: Int
        var newer: Int
        var older: Int
    }

    private static var none: Int { -1 }

    /// Most entries.
    package let maximumCount: Int
    /// The largest sum of the entries' costs; an entry that costs more by itself is not taken.
    package let maximumCost: Int
    /// The sum of the entries' costs.
    package private(set) var cost = 0
    private var places: [Key: Int] = [:]
    /// A list linked through its indices, so that moving an entry to the front moves no memory.
    private var nodes: [Node] = []
    private var newest = none
    private var oldest = none

    package init(maximumCount: Int, maximumCost: Int) {
        self.maximumCount = max(1, maximumCount)
        self.maximumCost = maximumCost
    }

    package var count: Int { places.count }

    /// Whether the key is known. Does not count as a use.
    package func contains(_ key: Key) -> Bool { places[key] != nil }

    /// The value of a key. Does not count as a use.
    package func peek(_ key: Key) -> Value? { places[key].map { nodes[$0].value } }

    /// The value of a key, which becomes the most recently used.
    package mutating func value(for key: Key) -> Value? {
        guard let place = places[key] else { return nil }
        if place != newest {
            unlink(place)
            linkNewest(place)
        }
        return nodes[place].value
    }

    /// Removes a key and returns its value.
    package mutating func take(_ key: Key) -> Value? {
        guard let place = places[key] else { return nil }
        defer { remove(place) }
        return nodes[place].value
    }

    /// Keeps `value`, unless its cost alone exceeds the bound.
    package mutating func insert(_ value: Value, for key: Key, cost: Int) {
        if let place = places[key] { remove(place) }
        guard cost <= maximumCost else { return }
        while count >= maximumCount || self.cost + cost > maximumCost { remove(oldest) }
        nodes.append(Node(key: key, value: value, cost: cost, newer: Self.none, older: Self.none))
        places[key] = nodes.count - 1
        self.cost += cost
        linkNewest(nodes.count - 1)
    }

    /// Removes all matching keys and returns their values. Visits every entry.
    @discardableResult
    package mutating func remove(where isMeant: (Key) -> Bool) -> [Value] {
        places.keys.filter(isMeant).compactMap { take($0) }
    }

    package mutating func removeAll() {
        self = Self(maximumCount: maximumCount, maximumCost: maximumCost)
    }

    /// Removes a node and moves the last node into its place, so that the array has no holes.
    private mutating func remove(_ place: Int) {
        unlink(place)
        cost -= nodes[place].cost
        places[nodes[place].key] = nil
        let last = nodes.removeLast()
        guard place < nodes.count else { return }
        nodes[place] = last
        places[last.key] = place
        if last.newer == Self.none { newest = place } else { nodes[last.newer].older = place }
        if last.older == Self.none { oldest = place } else { nodes[last.older].newer = place }
    }

    private mutating func unlink(_ place: Int) {
        let node = nodes[place]
        if node.newer == Self.none { newest = node.older } else { nodes[node.newer].older = node.older }
        if node.older == Self.none { oldest = node.newer } else { nodes[node.older].newer = node.newer }
    }

    private mutating func linkNewest(_ place: Int) {
        nodes[place].newer = Self.none
        nodes[place].older = newest
        if newest != Self.none { nodes[newest].newer = place }
        newest = place
        if oldest == Self.none { oldest = place }
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
