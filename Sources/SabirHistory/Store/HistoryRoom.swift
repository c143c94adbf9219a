import SabirProtocol

/// The state with which a room opens, as the history has it.
package struct HistoryRoom: Sendable {
    /// Ids read at the opening; older ones are loaded later.
    static let known = 10_000

    package let number: RoomNumber
    /// The epoch under which the numbering continues: the last session's, or the new one that was offered.
    let epoch: String
    /// Number of the newest line ever; 0 in a new room.
    package let newest: Int
    /// Staff cleared everything up to this number; 0 where nothing was.
    var cleared = 0
    /// The newest ids and their lines, oldest first, at most 10,000.
    let known: [KnownID]
    /// The latest member id of each device, the latest first, at most 10,000.
    let authors: [(author: AuthorID, member: MemberID)]
    /// Device records, the latest seen first, at most 10,000.
    let devices: [DeviceRecord]
    /// Lines that an earlier run emptied at their authors' wish without telling anybody, each with the id of its
    /// retraction. `HistoryStore.retract` is called for each again, as their bytes may still be in the file.
    var retractions: [(id: MessageID, line: KnownID)] = []

    /// The newest readable lines, oldest first, ending with `newest` or before.
    func lines(_ count: Int) -> [Message] { known.suffix(count).compactMap(\.message) }
}
