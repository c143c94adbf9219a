/// The FNV-1a hash in 64 bits (RFC 9923): the same in every process, unlike `Hasher`, and used in file names and on
/// disk. Not for secrets, and not safe against chosen input.
package struct FNV1a: Sendable {
    package private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

    package init() {}

    /// Hashes one text's UTF-8, without the separator that `add(_:)` appends.
    package init(_ text: String) { for byte in text.utf8 { add(byte) } }

    /// Hashes one of several parts and a separator (0xFF, which never occurs in UTF-8), so that "a", "b" differs from
    /// "ab".
    package mutating func add(_ part: String) {
        for byte in part.utf8 { add(byte) }
        add(0xFF)
    }

    private mutating func add(_ byte: UInt8) { value = (value ^ UInt64(byte)) &* 0x100_0000_01B3 }

    /// The hash as 16 hexadecimal digits.
    package var digits: String {
        let digits = String(value, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
