import SabirProtocol

/// A message on its way into the history.
package struct HistoryLine: Sendable {
    package let room: RoomNumber
    package let message: Message
    /// Whose it is across restarts; nil where the sender gave no device secret.
    package let author: AuthorKey?

    package init(room: RoomNumber, message: Message, author: AuthorKey? = nil) {
        self.room = room
        self.message = message
        self.author = author
    }

    var key: LineKey { LineKey(room, message.seq) }

    /// About what it costs in memory.
    var bytes: Int { 256 + message.text.utf8.count + message.from.utf8.count }
}

/// Where a line is, once the store has dealt with it.
package enum AppendResult: Sendable {
    /// In the database: it survives the end of the process, and with `fsync` "always" the loss of power.
    case onDisk
    /// Nowhere but in memory: the disk is not to be had. The store's state says why.
    case inMemory
}

/// One fact of the past about an id: who used it, and for what.
package struct KnownLine: Hashable, Sendable {
    package let id: MessageID
    package let seq: Int
    /// Milliseconds since 1970.
    package let ts: Int
    package let author: AuthorKey?
    /// Nil where the line was erased or has expired: what is left of it is its id.
    package let message: Message?
}
