/// A position in the bytes of a TOML document, with the steps needed to find keys. Never moves past the end.
struct TOMLCursor {
    private let bytes: [UInt8]
    private(set) var position = 0
    /// Counted from one.
    private(set) var line = 1

    init(_ text: String) {
        bytes = Array(text.utf8)
        // The parser skips a byte-order mark.
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    }

    /// Whether a bare or quoted key may begin here (TOML 1.0, "Keys").
    var isAtKey: Bool {
        current.map { $0.isASCIILetterOrDigit || "_-\"'".utf8.contains($0) } ?? false
    }

    private var current: UInt8? { position < bytes.count ? bytes[position] : nil }

    /// Whether a value may begin here: no value begins with `}` or a character outside ASCII.
    var isAtValue: Bool {
        guard let byte = current else { return false }
        return byte < 0x80 && byte != UInt8(ascii: "}")
    }

    /// Whether a date or time begins here, well formed or not: a word that starts with a digit and contains a colon, or
    /// a hyphen that is not an exponent's.
    var isAtMoment: Bool {
        let word = bytes[position...].prefix { !Self.endsWord($0) }
        guard let first = word.first, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first) else { return false }
        return zip(word, word.dropFirst()).contains { before, byte in
            byte == UInt8(ascii: ":") || (byte == UInt8(ascii: "-") && before | 0x20 != UInt8(ascii: "e"))
        }
    }

    private mutating func step() {
        guard position < bytes.count else { return }
        if bytes[position] == UInt8(ascii: "\n") { line += 1 }
        position += 1
    }

    mutating func take(_ scalar: Unicode.Scalar) -> Bool {
        guard current == UInt8(ascii: scalar) else { return false }
        step()
        return true
    }

    /// Moves one byte on if nothing was consumed since `start`.
    mutating func advance(from start: Int) {
        if position == start { step() }
    }

    mutating func skipBlanks() {
        while let byte = current, byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") { step() }
    }

    mutating func skipLine() {
        while let byte = current, byte != UInt8(ascii: "\n") { step() }
    }

    /// Skips white space, line ends and comments (inside brackets, also commas). Returns false at the end of the
    /// document.
    mutating func skipToContent(commas: Bool = false) -> Bool {
        while let byte = current {
            switch byte {
            case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"), UInt8(ascii: "\n"): step()
            case UInt8(ascii: ",") where commas: step()
            case UInt8(ascii: "#"): skipLine()
            default: return true
            }
        }
        return false
    }

    /// Consumes one part of a dotted key and returns it without quotes. Escapes in a quoted part stay as written.
    mutating func keyPart() -> String {
        if let quote = current, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
            let start = position + 1
            skipString(quote, isLong: false)
            let end = position > start && bytes[position - 1] == quote ? position - 1 : position
            return String(decoding: bytes[min(start, end)..<end], as: UTF8.self)
        }
        let start = position
        while let byte = current, !" \t\r\n.=]},#[\"'".utf8.contains(byte) { step() }
        return String(decoding: bytes[start..<position], as: UTF8.self)
    }

    /// Skips a string, or a number, date or word up to its end.
    mutating func skipScalar() {
        guard let byte = current else { return }
        if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
            return skipString(byte, isLong: opensLongString(byte))
        }
        while let byte = current, !Self.endsWord(byte) { step() }
    }

    private func opensLongString(_ quote: UInt8) -> Bool {
        bytes[position...].prefix(3).elementsEqual([quote, quote, quote])
    }

    private mutating func skipString(_ quote: UInt8, isLong: Bool) {
        for _ in 0..<(isLong ? 3 : 1) { step() }
        while let byte = current, isLong || byte != UInt8(ascii: "\n") {
            if isLong ? opensLongString(quote) : byte == quote {
                // One or two quotes may directly precede the three that close a long string.
                for _ in 0..<(isLong ? 5 : 1) where current == quote { step() }
                return
            }
            if byte == UInt8(ascii: "\\"), quote == UInt8(ascii: "\"") { step() }
            step()
        }
    }

    private static func endsWord(_ byte: UInt8) -> Bool {
        ",]}#\r\n".utf8.contains(byte)
    }
}
