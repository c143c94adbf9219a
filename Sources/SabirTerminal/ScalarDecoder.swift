/// Decodes UTF-8 that arrives in pieces. Invalid bytes become U+FFFD as chapter 3.9 of the Unicode Standard says.
struct ScalarDecoder {
    /// The incomplete sequence at the end of the bytes so far, three bytes at most.
    private var begun: [UInt8] = []

    mutating func decode(_ bytes: some Sequence<UInt8>) -> String.UnicodeScalarView {
        begun.append(contentsOf: bytes)
        let complete = begun.count - Self.begunLength(begun)
        let text = String(decoding: begun[..<complete], as: UTF8.self)
        begun.removeFirst(complete)
        return text.unicodeScalars
    }

    private static func begunLength(_ bytes: [UInt8]) -> Int {
        for length in 1...3 where length <= bytes.count {
            switch bytes[bytes.count - length] {
            case 0x80..<0xC0: continue
            case 0xC2..<0xE0: return length < 2 ? length : 0
            case 0xE0..<0xF0: return length < 3 ? length : 0
            case 0xF0..<0xF5: return length < 4 ? length : 0
            default: return 0
            }
        }
        return 0
    }
}
