import SabirCore

/// What became of lines that a log was to erase.
package struct Retraction: Sendable {
    /// What they said.
    package var texts: [String] = []
    /// Why they could not be erased; nil where they are.
    package var failure: String?

    package init(texts: [String] = [], failure: String? = nil) {
        self.texts = texts
        self.failure = failure
    }
}

/// A line on its way into a log.
package struct LogLine: Hashable, Sendable {
    package let message: Message
    /// Whose it is over restarts; nil where the sender has no device.
    package let author: AuthorID?

    package init(message: Message, author: AuthorID?) {
        self.message = message
        self.author = author
    }
}

/// Stands for a device in a log. Made by the log.
package struct AuthorID: Hashable, Sendable {
    package let value: Int64

    package init(value: Int64) { self.value = value }
}

extension AuthorID {
    /// Of a room without a log of its own: FNV-1a over a token, which is itself a hash that nobody can choose.
    package init(token: String) { self.init(value: Int64(bitPattern: FNV1a(token).value)) }
}

/// What a log knows of an id.
package struct KnownID: Hashable, Sendable {
    package let id: MessageID
    package let seq: Int
    /// Milliseconds since 1970.
    package let ts: Int
    package let author: AuthorID?
    /// Nil where the line is gone and its id alone is left.
    package let message: Message?

    package init(id: MessageID, seq: Int, ts: Int, author: AuthorID?, message: Message?) {
        self.id = id
        self.seq = seq
        self.ts = ts
        self.author = author
        self.message = message
    }
}
