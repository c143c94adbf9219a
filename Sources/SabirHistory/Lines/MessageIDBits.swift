import SabirProtocol

/// The 128 bits of a message's id, as two integers for a database or a hash table.
struct MessageIDBits: Hashable, Sendable {
    let high: Int64
    let low: Int64
    /// Whether the id was written in lower case, as its bits alone are.
    let isPlain: Bool

    init(_ id: MessageID) {
        high = Int64(bitPattern: id.value.high)
        low = Int64(bitPattern: id.value.low)
        isPlain = id.isPlain
    }

    init(high: Int64, low: Int64) {
        self.high = high
        self.low = low
        isPlain = true
    }

    /// The id in lower case.
    var id: MessageID {
        MessageID(MessageID.Value(high: UInt64(bitPattern: high), low: UInt64(bitPattern: low)))
    }

    static func == (one: Self, other: Self) -> Bool { one.high == other.high && one.low == other.low }

    func hash(into hasher: inout Hasher) {
        hasher.combine(high)
        hasher.combine(low)
    }
}
