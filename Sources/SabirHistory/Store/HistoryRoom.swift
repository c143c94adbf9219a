import SabirProtocol

/// A room as the history knows it when it opens: what the room's state goes on from.
package struct HistoryRoom: Sendable {
    /// Ids told at the opening; older ones are asked for.
    static let known = 10_000

    package let number: RoomNumber
    /// The numbering goes on under this epoch: the last session's, or the new one that was offered.
    package let epoch: String
    /// Number of the newest line there ever was; 0 in a new room.
    package let newest: Int
    /// Everything up to this number was cleared away by staff; 0 where nothing was.
    package var cleared = 0
    /// The newest ids with what became of them, oldest first, at most 10,000.
    package let known: [KnownLine]
    /// Which member id a device had, the latest first, at most 10,000.
    package let authors: [(author: AuthorKey, member: MemberID)]
    /// What is kept of devices, the latest seen first, at most 10,000.
    package let devices: [KnownDevice]
    /// Lines that an earlier run emptied at their authors' wish and told nobody of, each with the id under which it is
    /// to be told. `HistoryStore.retract` is asked for each once more, as their bytes may be in the file still.
    package var retractions: [(id: MessageID, line: KnownLine)] = []

    /// The newest lines that can be read, oldest first, ending with `newest` or before.
    package func lines(_ count: Int) -> [Message] { known.suffix(count).compactMap(\.message) }
}
