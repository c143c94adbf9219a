/// The texts that wait for one engine and one pair, in order of arrival.
struct BatchQueue {
    /// One caller's texts, which are sent in one request.
    struct Parcel: Sendable, Equatable {
        let id: UInt64
        let texts: [String]
    }

    private var waiting: [(parcel: Parcel, load: RequestLoad)] = []

    var isEmpty: Bool { waiting.isEmpty }

    mutating func append(_ parcel: Parcel) { waiting.append((parcel, RequestLoad(parcel.texts))) }

    mutating func remove(_ id: UInt64) { waiting.removeAll { $0.parcel.id == id } }

    /// Removes and returns the first parcels, as many as one request takes. An oversized first parcel goes alone. While
    /// another request runs, a second one starts only if it is full.
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
