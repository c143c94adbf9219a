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
        let bytes = [high, low].flatMap { half in (0..<8).map { UInt8(truncatingIfNeeded: half >> (56 - 8 * $0)) } }
        var text = ""
        for (index, byte) in bytes.enumerated() {
            if [4, 6, 8, 10].contains(index) { text.append("-") }
            if byte < 16 { text.append("0") }
            text += String(byte, radix: 16)
        }
        return MessageID(text)
    }

    static func == (one: Self, other: Self) -> Bool { one.high == other.high && one.low == other.low }

    func hash(into hasher: inout Hasher) {
        hasher.combine(high)
        hasher.combine(low)
    }
}
