import SabirProtocol

/// What a guest has said and its room has not yet acknowledged, in order, and the records by which a file comes to
/// hold it. Pure: `StoredOutbox` writes the records.
package struct OutboxJournal: Sendable, Hashable {
    /// One line of the file.
    enum Record: Hashable {
        case said(KeptDraft)
        /// The room has it, or has refused it, or it is no longer to be sent.
        case settled(MessageID)
    }

    /// Messages that may wait: as many as the connection takes, to which all of them are given.
    package static let capacity = Outbox.capacity
    /// How long a message is worth sending, in milliseconds: 24 h, as long as hosts tell repeats by their ids at least.
    package static let lifetime = 86_400_000

    package private(set) var waiting: [KeptDraft] = []

    package init() {}

    package var isFull: Bool { waiting.count >= Self.capacity }

    package func holds(_ id: MessageID) -> Bool { waiting.contains { $0.id == id } }

    /// Repeating a record changes nothing: a file may end in the middle of what a crash left of a rewriting.
    mutating func apply(_ record: Record) {
        switch record {
        case .said(let draft): if !holds(draft.id) { waiting.append(draft) }
        case .settled(let id): waiting.removeAll { $0.id == id }
        }
    }

    /// Those too old to be sent.
    ///
    /// - Parameter now: milliseconds since 1970. A clock that was set back makes nothing old.
    package func expired(now: Int) -> [KeptDraft] { waiting.filter { now - $0.said > Self.lifetime } }

    /// Whether a file with this many records is worth writing anew: it then shrinks to a quarter at least, so that
    /// rewriting costs each record a bounded share.
    func isWorthRewriting(records: Int) -> Bool { records >= 256 && records >= 4 * waiting.count }
}
