/// The UUID (RFC 9562) that the sender gave a message. Compared by value, and sent on in its original letter case, so
/// that a sender finds its own id in the echo in whichever case it writes.
///
/// Stored as bits, without an allocation: every message carries one through every node.
package struct MessageID: Hashable, Sendable, CustomStringConvertible {
    /// The 128 bits.
    package let value: Value
    /// Which of the 32 digits were written as capital letters, the first in the highest bit.
    private let capitals: UInt32

    package struct Value: Hashable, Sendable {
        package let high: UInt64
        package let low: UInt64

        package init(high: UInt64, low: UInt64) {
            self.high = high
            self.low = low
        }
    }

    static let length = 36

    /// Nil unless `text` has the form 8-4-4-4-12 of hexadecimal digits.
    package init?(_ text: String) { self.init(text.utf8Span.span) }

    init?(_ bytes: Span<UInt8>) {
        guard bytes.count == Self.length else { return nil }
        var (high, low, capitals): (UInt64, UInt64, UInt32) = (0, 0, 0)
        for index in bytes.indices {
            let byte = bytes[index]
            if Self.isHyphen(index) {
                guard byte == UInt8(ascii: "-") else { return nil }
                continue
            }
            guard let nibble = hexValue(byte) else { return nil }
            high = high << 4 | low >> 60
            low = low << 4 | nibble
            capitals = capitals << 1 | (UInt8(ascii: "A")...UInt8(ascii: "F") ~= byte ? 1 : 0)
        }
        self.init(Value(high: high, low: low), capitals: capitals)
    }

    /// Written in lower case.
    package init(_ value: Value) { self.init(value, capitals: 0) }

    private init(_ value: Value, capitals: UInt32) {
        self.value = value
        self.capitals = capitals
    }

    /// A new random id (version 4). `random` yields 64 fresh bits a call.
    package init(random: () -> UInt64) {
        self.init(Value(high: random() & ~0xF000 | 0x4000, low: random() & ~(3 << 62) | (2 << 62)))
    }

    /// A new random id from the system's generator.
    package init() {
        self.init { UInt64.random(in: .min ... .max) }
    }

    package static func == (one: MessageID, other: MessageID) -> Bool {
        one.value == other.value
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(value) }

    /// Whether the id is written in lower case.
    package var isPlain: Bool { capitals == 0 }

    /// As its sender wrote the id: 36 characters.
    package var description: String {
        String(unsafeUninitializedCapacity: Self.length) { buffer in
            // Exactly the requested capacity.
            var count = 0
            write {
                buffer[count] = $0
                count += 1
            }
            return count
        }
    }

    /// Writes the 36 characters one after another.
    func write(_ put: (UInt8) -> Void) {
        var (high, low, capitals) = (value.high, value.low, capitals)
        for index in 0..<Self.length {
            guard !Self.isHyphen(index) else {
                put(UInt8(ascii: "-"))
                continue
            }
            let nibble = UInt8(truncatingIfNeeded: high >> 60)
            let letter = (capitals >> 31 == 0 ? UInt8(ascii: "a") : UInt8(ascii: "A")) &- 10
            put(nibble &+ (nibble < 10 ? UInt8(ascii: "0") : letter))
            high = high << 4 | low >> 60
            low <<= 4
            capitals <<= 1
        }
    }

    private static func isHyphen(_ index: Int) -> Bool { index == 8 || index == 13 || index == 18 || index == 23 }
}

extension MessageID: CodableAsText {}

/// A value that is stored as its text.
package protocol CodableAsText: Codable, LosslessStringConvertible {}

extension CodableAsText {
    package init(from decoder: any Decoder) throws {
        let text = try String(from: decoder)
        guard let value = Self(text) else {
            throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: text))
        }
        self = value
    }

    package func encode(to encoder: any Encoder) throws { try description.encode(to: encoder) }
}

func hexValue(_ byte: UInt8) -> UInt64? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt64(byte - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt64(byte - UInt8(ascii: "a") + 10)
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt64(byte - UInt8(ascii: "A") + 10)
    default: nil
    }
}
