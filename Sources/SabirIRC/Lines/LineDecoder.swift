/// Cuts a client's bytes into lines. The bytes kept of an unfinished line are bounded.
package struct LineDecoder: Sendable {
    /// Limits in bytes: of the tags with "@" and space (IRCv3), and of the rest with the line's end (RFC 2812 §2.3).
    package static let maximumTags = 8_191
    package static let maximumRest = 512

    package enum Item: Sendable, Hashable {
        case line(IRCLine)
        /// The line exceeds a limit and is answered with numeric 417; the rest of it is skipped.
        case tooLong
        /// The line is not UTF-8 and is answered with `FAIL`; its encoding is not guessed.
        case notUTF8
    }

    private(set) var pending: [UInt8] = []
    /// How many bytes of `pending` are tags, with the space after them; nil until the tags have ended.
    private var tags: Int? = 0
    /// Whether the rest of a line that is too long is being skipped.
    private var isPassing = false

    package init() {}

    /// The lines that end in these bytes, without empty lines and those that have no command.
    package mutating func append(_ bytes: some Sequence<UInt8>) -> [Item] {
        var items: [Item] = []
        for byte in bytes {
            if byte == 0x0A || byte == 0x0D {
                if let item = takeLine() { items.append(item) }
            } else if !isPassing, let item = keep(byte) {
                items.append(item)
            }
        }
        return items
    }

    private mutating func keep(_ byte: UInt8) -> Item? {
        if pending.isEmpty { tags = byte == UInt8(ascii: "@") ? nil : 0 }
        pending.append(byte)
        if tags == nil, byte == UInt8(ascii: " ") { tags = pending.count }
        let rest = Self.maximumRest - 2
        guard pending.count > tags.map({ $0 + rest }) ?? Self.maximumTags else { return nil }
        pending.removeAll(keepingCapacity: true)
        isPassing = true
        return .tooLong
    }

    private mutating func takeLine() -> Item? {
        defer {
            pending.removeAll(keepingCapacity: pending.capacity <= 1_024)
            isPassing = false
        }
        guard !isPassing, !pending.isEmpty else { return nil }
        guard let text = String(validating: pending, as: UTF8.self) else { return .notUTF8 }
        return IRCLine(parsing: text).map(Item.line)
    }
}
