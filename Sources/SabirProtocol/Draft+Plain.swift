import NIOCore

extension Draft {
    /// Reads a `message` in its usual form, in one pass and without a list of its fields: an object of strings without
    /// escapes, each key at most once, and no keys but `type`, `id`, `message`, `lang`, `reply` and `from`. Nil is no
    /// verdict: `MemberPacket.init(body:)` then reads the body field by field, and both give the same result where both
    /// succeed (`PlainDraftTests`).
    init?(plain body: ByteBuffer) {
        let bytes = body.readableBytesUInt8Span
        guard let fields = PlainFields(bytes),
            WireText.isASCII(bytes) || (try? UTF8Span(validating: bytes)) != nil,
            let raw = fields.message.map({ String(copying: UTF8Span(unchecked: bytes.extracting($0))) }),
            let text = try? WireText.message(raw)
        else { return nil }
        var (id, reply): (MessageID?, MessageID?)
        var lang: LanguageTag?
        if let range = fields.id {
            id = MessageID(bytes.extracting(range))
            guard id != nil else { return nil }
        }
        if let range = fields.reply {
            reply = MessageID(bytes.extracting(range))
            guard reply != nil else { return nil }
        }
        if let range = fields.lang {
            lang = LanguageTag(String(copying: UTF8Span(unchecked: bytes.extracting(range))))
            guard lang != nil else { return nil }
        }
        self.init(id: id, text: text, lang: lang, reply: reply)
    }
}

/// Where the values of a plain message are, without their quotes. Each range begins and ends at an ASCII character, so
/// that each part of valid UTF-8 is valid.
private struct PlainFields {
    private(set) var id: Range<Int>?
    private(set) var message: Range<Int>?
    private(set) var lang: Range<Int>?
    private(set) var reply: Range<Int>?
    private var at = 0

    init?(_ bytes: Span<UInt8>) {
        var (type, from): (Range<Int>?, Range<Int>?)
        guard take(UInt8(ascii: "{"), in: bytes) else { return nil }
        repeat {
            skipSpace(in: bytes)
            guard let key = string(in: bytes), take(UInt8(ascii: ":"), in: bytes) else { return nil }
            skipSpace(in: bytes)
            guard let value = string(in: bytes) else { return nil }
            let isNew =
                switch key.count {
                case 2 where JSONObject.matches("id", key, in: bytes): Self.set(&id, value)
                case 4 where JSONObject.matches("type", key, in: bytes): Self.set(&type, value)
                case 4 where JSONObject.matches("lang", key, in: bytes): Self.set(&lang, value)
                case 4 where JSONObject.matches("from", key, in: bytes): Self.set(&from, value)
                case 5 where JSONObject.matches("reply", key, in: bytes): Self.set(&reply, value)
                case 7 where JSONObject.matches("message", key, in: bytes): Self.set(&message, value)
                default: false
                }
            guard isNew else { return nil }
        } while take(UInt8(ascii: ","), in: bytes)
        guard take(UInt8(ascii: "}"), in: bytes), at == bytes.count, message != nil,
            let type, JSONObject.matches("message", type, in: bytes)
        else { return nil }
    }

    private static func set(_ field: inout Range<Int>?, _ value: Range<Int>) -> Bool {
        defer { field = value }
        return field == nil
    }

    private mutating func string(in bytes: Span<UInt8>) -> Range<Int>? {
        guard take(UInt8(ascii: "\""), in: bytes) else { return nil }
        let start = at
        at = JSONScanner.endOfPlainText(in: bytes, from: at, to: bytes.count)
        return take(UInt8(ascii: "\""), in: bytes) ? start..<at - 1 : nil
    }

    private mutating func take(_ byte: UInt8, in bytes: Span<UInt8>) -> Bool {
        guard at < bytes.count, bytes[at] == byte else { return false }
        at += 1
        return true
    }

    /// Most writers put a space behind a colon and a comma.
    private mutating func skipSpace(in bytes: Span<UInt8>) { _ = take(UInt8(ascii: " "), in: bytes) }
}
