/// FNV-1a in 64 bits (RFC 9923): the same in every process, unlike `Hasher`. Not for secrets, and not against whoever
/// chooses what is hashed. Stands in names of files and on the disk.
package struct FNV1a: Sendable {
    package private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

    package init() {}

    /// Of one text's UTF-8, and no mark behind it.
    package init(_ text: String) { for byte in text.utf8 { add(byte) } }

    /// One of several parts, with a mark behind it (0xFF, which is in no UTF-8), so that two parts are not one.
    package mutating func add(_ part: String) {
        for byte in part.utf8 { add(byte) }
        add(0xFF)
    }

    private mutating func add(_ byte: UInt8) { value = (value ^ UInt64(byte)) &* 0x100_0000_01B3 }

    /// 16 digits of base 16.
    package var digits: String {
        let digits = String(value, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
