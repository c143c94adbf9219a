import Foundation

/// The UUID (RFC 9562) that its sender gave a message. Compared by value, and sent on in the letters it came in, so
/// that a sender finds its own id in the echo whichever case it writes.
package struct MessageID: Hashable, Sendable, CustomStringConvertible {
    /// As the sender wrote it: 36 characters.
    package let description: String
    /// The 128 bits.
    package let value: Value

    package struct Value: Hashable, Sendable {
        package let high: UInt64
        package let low: UInt64
    }

    /// Nil unless `text` has the form 8-4-4-4-12 of hexadecimal digits.
    package init?(_ text: String) {
        var halves: (UInt64, UInt64) = (0, 0)
        var digits = 0
        let bytes = text.utf8Span.span
        guard bytes.count == 36 else { return nil }
        for index in bytes.indices {
            let byte = bytes[index]
            if index == 8 || index == 13 || index == 18 || index == 23 {
                guard byte == UInt8(ascii: "-") else { return nil }
                continue
            }
            guard let nibble = hexValue(byte) else { return nil }
            if digits < 16 { halves.0 = halves.0 << 4 | nibble } else { halves.1 = halves.1 << 4 | nibble }
            digits += 1
        }
        description = text
        value = Value(high: halves.0, low: halves.1)
    }

    /// A new random id (version 4). `random` yields 64 fresh bits a call.
    package init(random: () -> UInt64) {
        value = Value(high: random() & ~0xF000 | 0x4000, low: random() & ~(3 << 62) | (2 << 62))
        description = Self.text(value.high, value.low)
    }

    /// A new random id from the system's generator.
    package init() {
        self.init { UInt64.random(in: .min ... .max) }
    }

    package static func == (one: MessageID, other: MessageID) -> Bool {
        one.value == other.value
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(value) }

    private static func text(_ high: UInt64, _ low: UInt64) -> String {
        String(unsafeUninitializedCapacity: 36) { buffer in
            // The loop writes exactly the 36 bytes of the capacity asked for.
            var at = 0
            for digit in 0..<32 {
                if digit == 8 || digit == 12 || digit == 16 || digit == 20 {
                    buffer[at] = UInt8(ascii: "-")
                    at += 1
                }
                let half = digit < 16 ? high : low
                let nibble = UInt8(truncatingIfNeeded: half >> UInt64(60 - 4 * (digit & 15)) & 15)
                buffer[at] = nibble < 10 ? UInt8(ascii: "0") + nibble : UInt8(ascii: "a") + nibble - 10
                at += 1
            }
            return at
        }
    }
}

func hexValue(_ byte: UInt8) -> UInt64? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt64(byte - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt64(byte - UInt8(ascii: "a") + 10)
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt64(byte - UInt8(ascii: "A") + 10)
    default: nil
    }
}
