import SabirCore

/// A line on its way into a log.
package struct LogLine: Hashable, Sendable {
    package let message: Message
    /// The author's device, the same over restarts; nil where the sender has no device.
    package let author: AuthorID?

    package init(message: Message, author: AuthorID?) {
        self.message = message
        self.author = author
    }
}

/// Names a device in a log. The log makes it.
package struct AuthorID: Hashable, Sendable {
    package let value: Int64

    package init(value: Int64) { self.value = value }
}

extension AuthorID {
    /// The author's id in a room without a log: FNV-1a over a token, which is itself a hash that nobody can choose.
    package init(token: String) { self.init(value: Int64(bitPattern: FNV1a(token).value)) }
}

/// What a log knows of an id.
package struct KnownID: Hashable, Sendable {
    package let id: MessageID
    /// The message's number.
    package let seq: Int
    /// Milliseconds since 1970.
    package let ts: Int
    package let author: AuthorID?
    /// Nil where the line is gone and only its id is left.
    package let message: Message?

    package init(id: MessageID, seq: Int, ts: Int, author: AuthorID?, message: Message?) {
        self.id = id
        self.seq = seq
        self.ts = ts
        self.author = author
        self.message = message
    }
}
