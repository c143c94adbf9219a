import SabirProtocol

/// What staff made of each visitor's last line to them, for a page that was away as it was told. In memory, and bounded.
actor StaffAnswers {
    static let most = 200

    /// The newest last.
    private var told: [(writer: PrivateTalkState.Asker, answer: ReadByStaffJSON)] = []

    func keep(_ answer: ReadByStaffJSON, for writer: PrivateTalkState.Asker) {
        told.removeAll { $0.writer == writer }
        if told.count >= Self.most { told.removeFirst() }
        told.append((writer, answer))
    }

    func last(for writer: PrivateTalkState.Asker) -> ReadByStaffJSON? { told.first { $0.writer == writer }?.answer }

    /// The room was cleared.
    func forget(room: String) { told.removeAll { $0.writer.room == room } }
}
