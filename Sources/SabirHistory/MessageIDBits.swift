import SabirWire

/// The 128 bits of a message's id, as two integers that a database and a hash table take.
struct MessageIDBits: Hashable, Sendable {
    let high: Int64
    let low: Int64
    /// Whether the id was written in lower case, as its bits alone are.
    let isPlain: Bool

    init(_ id: MessageID) {
        high = Int64(bitPattern: id.value.high)
        low = Int64(bitPattern: id.value.low)
        isPlain = !id.description.utf8.contains { (UInt8(ascii: "A")...UInt8(ascii: "F")).contains($0) }
    }

    init(high: Int64, low: Int64) {
        self.high = high
        self.low = low
        isPlain = true
    }

    /// The id in lower case.
    var id: MessageID? {
        let digits = StaticString("0123456789abcdef")
        let text = String(unsafeUninitializedCapacity: 36) { buffer in
            // 32 digits and four hyphens: the capacity asked for.
            var at = 0
            for place in 0..<32 {
                if place == 8 || place == 12 || place == 16 || place == 20 {
                    buffer[at] = UInt8(ascii: "-")
                    at += 1
                }
                let half = place < 16 ? high : low
                buffer[at] = digits.utf8Start[Int(half >> (60 - 4 * (place % 16))) & 15]
                at += 1
            }
            return at
        }
        return MessageID(text)
    }

    static func == (one: Self, other: Self) -> Bool { one.high == other.high && one.low == other.low }

    func hash(into hasher: inout Hasher) {
        hasher.combine(high)
        hasher.combine(low)
    }
}
