/// A client's bytes, cut into lines. What is kept of a line that does not end is bounded.
package struct LineDecoder: Sendable {
    /// Bytes of a line's tags with the "@" and the space (IRCv3), and of the rest with its end (RFC 2812 §2.3).
    package static let maximumTags = 8_191
    package static let maximumRest = 512

    package enum Item: Sendable, Hashable {
        case line(IRCLine)
        /// Longer than it may be: numeric 417. Its rest is passed over.
        case tooLong
        /// Not UTF-8: told by `FAIL`, never guessed at.
        case notUTF8
    }

    private var pending: [UInt8] = []
    /// Bytes of `pending` that are tags, with the space behind them; nil while they have not ended.
    private var tags: Int? = 0
    /// The rest of a line that is too long is on its way.
    private var isPassing = false

    package init() {}

    package var keptBytes: Int { pending.count }

    /// The lines that end in these bytes; empty ones and such without a command are left out.
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
