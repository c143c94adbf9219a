import SabirWire

/// The 128 bits of a message's id, as two integers that a database and a hash table take.
struct MessageIDBits: Hashable, Sendable {
    let high: Int64
    let low: Int64
    /// Whether the id was written in lower case, as its bits alone are.
    let isPlain: Bool

    init(_ id: MessageID) {
        var halves: (UInt64, UInt64) = (0, 0)
        var digits = 0
        var isPlain = true
        for byte in id.description.utf8 where byte != UInt8(ascii: "-") {
            if (UInt8(ascii: "A")...UInt8(ascii: "F")).contains(byte) { isPlain = false }
            // Digits have the value of their low four bits; letters of either case that and nine.
            let nibble = UInt64(byte & 15) + (byte > UInt8(ascii: "9") ? 9 : 0)
            if digits < 16 { halves.0 = halves.0 << 4 | nibble } else { halves.1 = halves.1 << 4 | nibble }
            digits += 1
        }
        high = Int64(bitPattern: halves.0)
        low = Int64(bitPattern: halves.1)
        self.isPlain = isPlain
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
