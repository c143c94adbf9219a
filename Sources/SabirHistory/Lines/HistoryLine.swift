import SabirProtocol

/// A message on its way into the history.
package struct HistoryLine: Sendable {
    let room: RoomNumber
    let message: Message
    /// The author's id, the same across restarts; nil where the sender gave no device secret.
    let author: AuthorID?

    package init(room: RoomNumber, message: Message, author: AuthorID? = nil) {
        self.room = room
        self.message = message
        self.author = author
    }

    var key: LineKey { LineKey(room, message.seq) }

    /// Approximate bytes in memory.
    var bytes: Int { 256 + message.text.utf8.count + message.from.utf8.count }
}

/// Where the store has put a line.
package enum AppendResult: Sendable {
    /// In the database: the line survives the end of the process, and with `fsync` "always" a loss of power.
    case onDisk
    /// In memory alone: the disk takes nothing. The store's state says why.
    case inMemory
}

/// A fact about a room that is written between its lines, ahead of lines handed over later.
enum HistoryNote: Hashable, Sendable {
    /// A device's record, and when the device came, in milliseconds since 1970.
    case device(DeviceRecord, seen: Int, in: RoomNumber)
    /// The room continues under this epoch.
    case epoch(String, in: RoomNumber)
}
