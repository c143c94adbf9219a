import SabirProtocol

/// Messages of members here that the room's authority has yet to answer, in order. Bounded: past that their senders
/// keep them.
struct UpstreamQueue: Sendable {
    static let capacity = 2_000

    struct Entry: Sendable, Hashable {
        let line: OfferedLine
        /// Who is answered: the member or relay that sent the message last.
        var sender: MemberNumber
        let author: AuthorID?
    }

    private var entries: [MessageID.Value: Entry] = [:]
    /// In order of sending; answered ids are removed later.
    private var order: [MessageID.Value] = []

    var count: Int { entries.count }
    var isFull: Bool { entries.count >= Self.capacity }

    subscript(id: MessageID) -> Entry? { entries[id.value] }
    subscript(value: MessageID.Value) -> Entry? { entries[value] }

    /// Messages without an answer yet, oldest first.
    var lines: [OfferedLine] { order.compactMap { entries[$0]?.line } }

    /// Adds a message whose id is not held yet.
    mutating func add(_ entry: Entry) {
        entries[entry.line.id.value] = entry
        order.append(entry.line.id.value)
    }

    mutating func said(_ id: MessageID, by number: MemberNumber) { entries[id.value]?.sender = number }

    /// Removes a message that the authority has answered. Nil where it is not held.
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
