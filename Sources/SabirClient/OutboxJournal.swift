import SabirProtocol

/// Drafts that a guest's room has not acknowledged yet, in order, and the records that store them in a file. Pure:
/// `StoredOutbox` writes the records.
package struct OutboxJournal: Sendable, Hashable {
    /// One line of the file.
    struct Record: Codable {
        private(set) var said: KeptDraft?
        /// The room has the draft or refused it, or it is no longer to be sent.
        private(set) var settled: MessageID?

        static func said(_ draft: KeptDraft) -> Record { Record(said: draft) }
        static func settled(_ id: MessageID) -> Record { Record(settled: id) }

        /// Whether this program could have written the record.
        var isValid: Bool { said?.isValid ?? (settled != nil) }
    }

    /// Most drafts that may wait: as many as a connection accepts, because it is given all of them.
    package static let capacity = Outbox.capacity
    /// How long a draft is worth sending, in milliseconds: 24 h, the least time for which hosts recognise repeats by
    /// their ids.
    package static let lifetime = 86_400_000

    package private(set) var waiting: [KeptDraft] = []

    package init() {}

    package var isFull: Bool { waiting.count >= Self.capacity }

    package func holds(_ id: MessageID) -> Bool { waiting.contains { $0.id == id } }

    /// Applying a record twice changes nothing: after a crash while rewriting, a file may repeat records.
    mutating func apply(_ record: Record) {
        if let draft = record.said, !holds(draft.id) { waiting.append(draft.cleaned) }
        if let id = record.settled { waiting.removeAll { $0.id == id } }
    }

    /// Drafts too old to be sent.
    ///
    /// - Parameter now: milliseconds since 1970. A clock that was set back expires nothing.
    package func expired(now: Int) -> [KeptDraft] { waiting.filter { now - $0.said > Self.lifetime } }

    /// Whether a file with this many records is worth rewriting: it then shrinks to a quarter at least, so that
    /// rewriting costs a bounded share for each record.
    func isWorthRewriting(records: Int) -> Bool { records >= 256 && records >= 4 * waiting.count }
}
