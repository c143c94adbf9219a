/// Checks JSON (RFC 8259) and locates the fields of one object, without building a tree.
///
/// Foundation's coders cost a third of the fan-out throughput, do not bound depth, and guess UTF-16. The text is known
/// to be UTF-8. Offsets are bytes from the start of the span.
struct JSONScanner {
    /// Deepest nesting the contract allows; the packet itself is the first level.
    static let maximumDepth = 16

    private(set) var at: Int
    let end: Int

    /// The fields of the object that the text consists of.
    mutating func object(in bytes: Span<UInt8>, depth: Int = 1) throws(JSONFault) -> [JSONField] {
        skipSpace(in: bytes)
        guard peek(in: bytes) == UInt8(ascii: "{") else {
            _ = try value(in: bytes, depth: depth)
            try finish(in: bytes)
            throw .notAnObject
        }
        var fields: [JSONField] = []
        fields.reserveCapacity(8)
        try members(in: bytes, depth: depth) { fields.append($0) }
        try finish(in: bytes)
        return fields
    }

    /// The elements of the array that the text consists of; nil where it is no array.
    mutating func array(in bytes: Span<UInt8>, depth: Int) throws(JSONFault) -> [JSONField]? {
        skipSpace(in: bytes)
        guard peek(in: bytes) == UInt8(ascii: "[") else { return nil }
        var values: [JSONField] = []
        try elements(in: bytes, depth: depth) { values.append($0) }
        return values
    }

    private mutating func finish(in bytes: Span<UInt8>) throws(JSONFault) {
        skipSpace(in: bytes)
        guard at == end else { throw .syntax(at: at) }
    }

    private mutating func members(
        in bytes: Span<UInt8>, depth: Int, found: (JSONField) -> Void
    ) throws(JSONFault) {
        guard depth <= Self.maximumDepth else { throw .tooDeep }
        at += 1
        skipSpace(in: bytes)
        if take(UInt8(ascii: "}"), in: bytes) { return }
        repeat {
            skipSpace(in: bytes)
            let key = try string(in: bytes)
            skipSpace(in: bytes)
            guard take(UInt8(ascii: ":"), in: bytes) else { throw .syntax(at: at) }
            var field = try value(in: bytes, depth: depth + 1)
            field.key = key.start + 1..<key.end - 1
            found(field)
            skipSpace(in: bytes)
        } while take(UInt8(ascii: ","), in: bytes)
        guard take(UInt8(ascii: "}"), in: bytes) else { throw .syntax(at: at) }
    }

    private mutating func elements(
        in bytes: Span<UInt8>, depth: Int, found: (JSONField) -> Void
    ) throws(JSONFault) {
        guard depth <= Self.maximumDepth else { throw .tooDeep }
        at += 1
        skipSpace(in: bytes)
        if take(UInt8(ascii: "]"), in: bytes) { return }
        repeat {
            found(try value(in: bytes, depth: depth + 1))
            skipSpace(in: bytes)
        } while take(UInt8(ascii: ","), in: bytes)
        guard take(UInt8(ascii: "]"), in: bytes) else { throw .syntax(at: at) }
    }

    /// Checks any value to its end.
    private mutating func value(in bytes: Span<UInt8>, depth: Int) throws(JSONFault) -> JSONField {
        skipSpace(in: bytes)
        let start = at
        switch peek(in: bytes) {
        case UInt8(ascii: "\""): return try string(in: bytes)
        case UInt8(ascii: "{"):
            try members(in: bytes, depth: depth) { _ in }
            return JSONField(kind: .object, start: start, end: at, depth: depth)
        case UInt8(ascii: "["):
            try elements(in: bytes, depth: depth) { _ in }
            return JSONField(kind: .array, start: start, end: at, depth: depth)
        case UInt8(ascii: "t"): try word("true", in: bytes)
        case UInt8(ascii: "f"): try word("false", in: bytes)
        case UInt8(ascii: "n"):
            try word("null", in: bytes)
            return JSONField(kind: .null, start: start, end: at, depth: depth)
        default:
            try number(in: bytes)
            return JSONField(kind: .number, start: start, end: at, depth: depth)
        }
        return JSONField(kind: .bool, start: start, end: at, depth: depth)
    }

    /// A string with its quotes. Escapes are checked here and decoded when the field is read.
    private mutating func string(in bytes: Span<UInt8>) throws(JSONFault) -> JSONField {
        let start = at
        var escaped = false
        guard take(UInt8(ascii: "\""), in: bytes) else { throw .syntax(at: at) }
        while true {
            at = Self.endOfPlainText(in: bytes, from: at, to: end)
            guard at < end else { throw .syntax(at: at) }
            let byte = bytes[at]
            at += 1
            if byte == UInt8(ascii: "\"") {
                return JSONField(kind: escaped ? .escapedString : .string, start: start, end: at, depth: 0)
            }
            guard byte >= 0x20 else { throw .syntax(at: at - 1) }
            escaped = true
            try escape(in: bytes)
        }
    }

    /// The offset of the first byte that is not plain text of a JSON string (RFC 8259 §7): a quote, a backslash or a
    /// control character; `end` where there is none. Examines eight bytes at a time.
    static func endOfPlainText(in bytes: Span<UInt8>, from start: Int, to end: Int) -> Int {
        var at = start
        while at + 8 <= end {
            // Within the span's bounds; any eight bytes are a number.
            let word = bytes.bytes.unsafeLoadUnaligned(fromByteOffset: at, as: UInt64.self)
            guard !hasSpecialByte(word) else { break }
            at += 8
        }
        while at < end {
            let byte = bytes[at]
            guard byte >= 0x20, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") else { return at }
            at += 1
        }
        return end
    }

    /// Whether one of the eight bytes is below 0x20, a quote, or a backslash: the subtraction borrows from the highest
    /// bit of the lowest such byte (Warren, Hacker's Delight, 6-1), and of no byte where there is none.
    private static func hasSpecialByte(_ word: UInt64) -> Bool {
        let (ones, highs): (UInt64, UInt64) = (0x0101_0101_0101_0101, 0x8080_8080_8080_8080)
        let quotes = word ^ (ones &* UInt64(UInt8(ascii: "\"")))
        let backslashes = word ^ (ones &* UInt64(UInt8(ascii: "\\")))
        let controls = (word &- ones &* 0x20) & ~word
        return ((quotes &- ones) & ~quotes | (backslashes &- ones) & ~backslashes | controls) & highs != 0
    }

    private mutating func escape(in bytes: Span<UInt8>) throws(JSONFault) {
        let byte = peek(in: bytes)
        at += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
            UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
            return
        case UInt8(ascii: "u"):
            for _ in 0..<4 {
                guard hexValue(peek(in: bytes)) != nil else { throw .syntax(at: at) }
                at += 1
            }
        default: throw .syntax(at: at - 1)
        }
    }

    private mutating func number(in bytes: Span<UInt8>) throws(JSONFault) {
        _ = take(UInt8(ascii: "-"), in: bytes)
        if !take(UInt8(ascii: "0"), in: bytes) { try digits(in: bytes) }
        if take(UInt8(ascii: "."), in: bytes) { try digits(in: bytes) }
        if peek(in: bytes) | 0x20 == UInt8(ascii: "e") {
            at += 1
            if !take(UInt8(ascii: "+"), in: bytes) { _ = take(UInt8(ascii: "-"), in: bytes) }
            try digits(in: bytes)
        }
    }

    private mutating func digits(in bytes: Span<UInt8>) throws(JSONFault) {
        let start = at
        while case UInt8(ascii: "0")...UInt8(ascii: "9") = peek(in: bytes) { at += 1 }
        guard at > start else { throw .syntax(at: at) }
    }

    private mutating func word(_ word: StaticString, in bytes: Span<UInt8>) throws(JSONFault) {
        for offset in 0..<word.utf8CodeUnitCount {
            // The offset stays below the static string's own length.
            guard peek(in: bytes) == word.utf8Start[offset] else { throw .syntax(at: at) }
            at += 1
        }
    }

    /// The next byte, or 0 at the end: no JSON token begins with 0.
    private func peek(in bytes: Span<UInt8>) -> UInt8 { at < end ? bytes[at] : 0 }

    private mutating func take(_ byte: UInt8, in bytes: Span<UInt8>) -> Bool {
        guard peek(in: bytes) == byte else { return false }
        at += 1
        return true
    }

    private mutating func skipSpace(in bytes: Span<UInt8>) {
        while at < end {
            switch bytes[at] {
            case 0x20, 0x0A, 0x0D, 0x09: at += 1
            default: return
            }
        }
    }
}

/// The position of one field of an object, or one element of an array, in the text.
struct JSONField {
    enum Kind: UInt8 { case string, escapedString, number, bool, null, object, array }

    let kind: Kind
    /// The key's bytes between its quotes; empty for an element of an array.
    var key: Range<Int> = 0..<0
    let start: Int
    let end: Int
    let depth: Int
}

/// Why a body is not the JSON that the contract requires.
enum JSONFault: Error, Hashable {
    case syntax(at: Int)
    case tooDeep
    case notAnObject
}
