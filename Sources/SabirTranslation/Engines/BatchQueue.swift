/// What waits for one engine and one pair, in the order it came.
struct BatchQueue {
    /// One caller's texts, which go in one request.
    struct Parcel: Sendable, Equatable {
        let id: UInt64
        let texts: [String]
    }

    private var waiting: [(parcel: Parcel, load: RequestLoad)] = []

    var isEmpty: Bool { waiting.isEmpty }

    mutating func append(_ parcel: Parcel) { waiting.append((parcel, RequestLoad(parcel.texts))) }

    mutating func remove(_ id: UInt64) { waiting.removeAll { $0.parcel.id == id } }

    /// The first parcels, as many as one request takes; a first one that is too heavy goes alone. While another
    /// request is under way, only a request that can take no more is worth a second one beside it.
    mutating func next(within capacity: RequestCapacity, isIdle: Bool) -> [Parcel] {
        guard var load = waiting.first?.load else { return [] }
        var count = 1
        for next in waiting.dropFirst() {
            guard capacity.holds(load + next.load) else { break }
            load = load + next.load
            count += 1
        }
        let isFull = count < waiting.count || load.pieces >= capacity.pieces
        guard isIdle || isFull else { return [] }
        defer { waiting.removeFirst(count) }
        return waiting.prefix(count).map(\.parcel)
    }
}
