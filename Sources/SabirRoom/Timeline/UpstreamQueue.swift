import SabirProtocol

/// What members here have said and the room's authority has yet to answer, in order. Bounded: past that their senders
/// keep it.
struct UpstreamQueue: Sendable {
    static let capacity = 2_000

    struct Entry: Sendable, Hashable {
        let line: OfferedLine
        /// Who is answered: the last who said it.
        var sender: MemberNumber
        let author: AuthorID?
    }

    private var entries: [MessageID.Value: Entry] = [:]
    /// In the order they were said; those that are answered are left out later.
    private var order: [MessageID.Value] = []

    var count: Int { entries.count }
    var isFull: Bool { entries.count >= Self.capacity }

    subscript(id: MessageID) -> Entry? { entries[id.value] }
    subscript(value: MessageID.Value) -> Entry? { entries[value] }

    /// What has no answer yet, oldest first.
    var lines: [OfferedLine] { order.compactMap { entries[$0]?.line } }

    /// An id that is not held yet.
    mutating func add(_ entry: Entry) {
        entries[entry.line.id.value] = entry
        order.append(entry.line.id.value)
    }

    mutating func said(_ id: MessageID, by number: MemberNumber) { entries[id.value]?.sender = number }

    mutating func remove(_ id: MessageID) -> Entry? {
        guard !entries.isEmpty, let entry = entries.removeValue(forKey: id.value) else { return nil }
        if entries.isEmpty {
            order.removeAll(keepingCapacity: true)
        } else if order.count > 2 * Self.capacity {
            order.removeAll { entries[$0] == nil }
        }
        return entry
    }
}
