import SabirProtocol

/// A message on its way into the history.
package struct HistoryLine: Sendable {
    let room: RoomNumber
    let message: Message
    /// The author's key, the same across restarts; nil where the sender gave no device secret.
    let author: AuthorKey?

    package init(room: RoomNumber, message: Message, author: AuthorKey? = nil) {
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

/// A used id: by whom, when, and for which message.
struct KnownLine: Hashable, Sendable {
    let id: MessageID
    let seq: Int
    /// Milliseconds since 1970.
    let ts: Int
    let author: AuthorKey?
    /// Nil where the line was erased or has expired, so that only its id is left.
    let message: Message?
}
