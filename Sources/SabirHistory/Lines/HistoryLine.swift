import SabirProtocol

/// A message on its way into the history.
package struct HistoryLine: Sendable {
    package let room: RoomNumber
    package let message: Message
    /// The author's key, the same across restarts; nil where the sender gave no device secret.
    package let author: AuthorKey?

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
package struct KnownLine: Hashable, Sendable {
    package let id: MessageID
    package let seq: Int
    /// Milliseconds since 1970.
    package let ts: Int
    package let author: AuthorKey?
    /// Nil where the line was erased or has expired, so that only its id is left.
    package let message: Message?
}
