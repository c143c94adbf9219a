import SabirProtocol

/// The last answer of staff to each visitor, for pages that were away when it was sent. In memory, and bounded.
actor StaffAnswers {
    static let most = 200

    /// The answers, newest last.
    private var told: [(writer: PrivateTalks.Asker, answer: ReadByStaffJSON)] = []

    func keep(_ answer: ReadByStaffJSON, for writer: PrivateTalks.Asker) {
        told.removeAll { $0.writer == writer }
        if told.count >= Self.most { told.removeFirst() }
        told.append((writer, answer))
    }

    func last(for writer: PrivateTalks.Asker) -> ReadByStaffJSON? { told.first { $0.writer == writer }?.answer }

    /// Forgets the answers of a room that was cleared.
    func forget(room: String) { told.removeAll { $0.writer.room == room } }
}
