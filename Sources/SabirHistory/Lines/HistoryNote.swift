import SabirProtocol

/// What is written of a room beside its lines, in their order: before the lines that are handed over later.
package enum HistoryNote: Hashable, Sendable {
    case device(KnownDevice, in: RoomNumber)
    /// The room goes on under this epoch.
    case epoch(String, in: RoomNumber)
}

/// What the history keeps of a device in one room: who it is there, and from which number on it may see lines.
package struct KnownDevice: Hashable, Sendable {
    /// Records of a room that are kept; the ones longest unseen go first.
    static let most = 10_000
    /// Milliseconds for which one is kept after the device was last seen: 90 days.
    static let lifetime = 90 * 24 * 3_600_000

    package let author: AuthorKey
    package let member: MemberID
    package let first: Int
    /// When it came last, in milliseconds since 1970, to the day.
    package let seen: Int

    package init(author: AuthorKey, member: MemberID, first: Int, seen: Int) {
        self.author = author
        self.member = member
        self.first = first
        self.seen = seen
    }
}
