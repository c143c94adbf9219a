import SabirWire

/// Which message ids a room has accepted, so that each is accepted once. Bounded: the oldest are forgotten.
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

    private let capacity: Int
    private var ring: [MessageID.Value] = []
    private var next = 0
    private var accepted: [MessageID.Value: Acceptance] = [:]

    /// `capacity` of at least 1.
    init(capacity: Int) { self.capacity = max(1, capacity) }

    subscript(id: MessageID) -> Acceptance? { accepted[id.value] }

    /// Remembers an id that is not remembered yet.
    mutating func remember(_ id: MessageID, _ acceptance: Acceptance) {
        if ring.count < capacity {
            ring.append(id.value)
        } else {
            accepted[ring[next]] = nil
            ring[next] = id.value
            next = (next + 1) % capacity
        }
        accepted[id.value] = acceptance
    }
}
