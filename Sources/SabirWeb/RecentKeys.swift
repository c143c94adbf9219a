import SabirCore

/// Keys that are remembered for a while, such as devices that were let in. Past `most`, those noted first are dropped.
/// The time is passed in.
struct RecentKeys<Key: Hashable & Sendable>: Sendable {
    let memory: Duration
    let most: Int
    private var noted: [Key: ContinuousClock.Instant] = [:]

    init(for memory: Duration, most: Int) { (self.memory, self.most) = (memory, most) }

    mutating func note(_ key: Key, now: ContinuousClock.Instant) {
        if noted.count >= most { noted = noted.filter { now - $0.value < memory } }
        noted.makeRoom(for: key, atMost: most) { $0 }
        noted[key] = now
    }

    func has(_ key: Key, now: ContinuousClock.Instant) -> Bool { noted[key].map { now - $0 < memory } ?? false }

    mutating func forget(_ key: Key) { noted[key] = nil }
}
