/// Writes JSON objects as bytes.
///
/// `object { $0.field("type", "ping") }` writes `{"type":"ping"}`. An array of bytes takes many small pieces faster
/// than a `ByteBuffer` does; whole frames are copied into one in a single step.
struct JSONWriter: Sendable {
    private(set) var bytes: [UInt8] = []
    private var needsComma = false

    var count: Int { bytes.count }

    mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

    /// A frame's length, four bytes big-endian, known only once its body is written.
    mutating func frame(_ fields: (inout JSONWriter) -> Void) {
        rawFrame { $0.object(fields) }
    }

    /// The same for a body that writes its own braces.
    mutating func rawFrame(_ body: (inout JSONWriter) -> Void) {
        let start = bytes.count
        for _ in 0..<Frame.headerLength { bytes.append(0) }
        body(&self)
        let length = UInt32(bytes.count - start - Frame.headerLength)
        for offset in 0..<Frame.headerLength {
            bytes[start + offset] = UInt8(truncatingIfNeeded: length >> (24 - 8 * UInt32(offset)))
        }
    }

    mutating func object(_ fields: (inout JSONWriter) -> Void) {
        let outer = needsComma
        bytes.append(UInt8(ascii: "{"))
        needsComma = false
        fields(&self)
        bytes.append(UInt8(ascii: "}"))
        needsComma = outer
    }

    mutating func field(_ key: StaticString, _ text: String) {
        self.key(key)
        string(text)
    }

    mutating func field(_ key: StaticString, _ number: Int) {
        self.key(key)
        raw(String(number))
    }

    mutating func field(_ key: StaticString, _ flag: Bool) {
        self.key(key)
        raw(flag ? "true" : "false")
    }

    /// Left out where there is none.
    mutating func field(_ key: StaticString, ifPresent text: String?) {
        if let text { field(key, text) }
    }

    mutating func field(_ key: StaticString, ifPresent id: MessageID?) {
        guard let id else { return }
        self.key(key)
        string(id)
    }

    mutating func field(_ key: StaticString, ifPresent number: Int?) {
        if let number { field(key, number) }
    }

    mutating func field(_ key: StaticString, object fields: (inout JSONWriter) -> Void) {
        self.key(key)
        object(fields)
    }

    /// Text that is JSON already.
    mutating func field(_ key: StaticString, json: String) {
        self.key(key)
        raw(json)
    }

    /// Bytes that are JSON already.
    mutating func field(_ key: StaticString, json: [UInt8]) {
        self.key(key)
        bytes.append(contentsOf: json)
    }

    mutating func field<Items: Sequence>(
        _ key: StaticString, list items: Items, _ write: (inout JSONWriter, Items.Element) -> Void
    ) {
        self.key(key)
        array(items, write)
    }

    mutating func array<Items: Sequence>(_ items: Items, _ write: (inout JSONWriter, Items.Element) -> Void) {
        bytes.append(UInt8(ascii: "["))
        var isFirst = true
        for item in items {
            if !isFirst { bytes.append(UInt8(ascii: ",")) }
            isFirst = false
            write(&self, item)
        }
        bytes.append(UInt8(ascii: "]"))
    }

    /// A field whose name is data, such as a language tag.
    mutating func field(named name: String, _ number: Int) {
        comma()
        string(name)
        bytes.append(UInt8(ascii: ":"))
        raw(String(number))
    }

    mutating func field(named name: String, _ text: String) {
        comma()
        string(name)
        bytes.append(UInt8(ascii: ":"))
        string(text)
    }

    mutating func field(named name: String, list texts: [String]) {
        comma()
        string(name)
        bytes.append(UInt8(ascii: ":"))
        array(texts) { $0.string($1) }
    }

    /// A quoted string; only what RFC 8259 §7 demands is escaped.
    mutating func string(_ text: String) {
        bytes.append(UInt8(ascii: "\""))
        if Self.needsEscape(text.utf8Span.span) {
            for byte in text.utf8 { escaped(byte) }
        } else {
            raw(text)
        }
        bytes.append(UInt8(ascii: "\""))
    }

    /// A quoted id.
    mutating func string(_ id: MessageID) {
        bytes.append(UInt8(ascii: "\""))
        let start = bytes.count
        bytes.append(contentsOf: repeatElement(UInt8(ascii: "-"), count: MessageID.length))
        var span = bytes.mutableSpan
        id.write { span[start + $0] = $1 }
        bytes.append(UInt8(ascii: "\""))
    }

    /// JSON as it stands in our own source.
    mutating func literal(_ json: StaticString) {
        json.withUTF8Buffer { bytes.append(contentsOf: $0) }
    }

    /// Text in which nothing can need an escape, without quotes.
    mutating func plain(_ text: String) { raw(text) }

    mutating func digits(_ number: Int) {
        guard number >= 10 else { return raw(String(number)) }
        let start = bytes.count
        var rest = number
        while rest > 0 {
            bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10))
            rest /= 10
        }
        bytes[start...].reverse()
    }

    /// JSON as it was read, within an object that is being written.
    mutating func raw(_ json: [UInt8]) { bytes.append(contentsOf: json) }

    private mutating func raw(_ text: String) { bytes.append(contentsOf: text.utf8) }

    private mutating func key(_ key: StaticString) {
        comma()
        bytes.append(UInt8(ascii: "\""))
        key.withUTF8Buffer { bytes.append(contentsOf: $0) }
        bytes.append(UInt8(ascii: "\""))
        bytes.append(UInt8(ascii: ":"))
    }

    private mutating func comma() {
        if needsComma { bytes.append(UInt8(ascii: ",")) }
        needsComma = true
    }

    private static func needsEscape(_ text: Span<UInt8>) -> Bool {
        for index in text.indices {
            let byte = text[index]
            if byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { return true }
        }
        return false
    }

    private mutating func escaped(_ byte: UInt8) {
        switch byte {
        case UInt8(ascii: "\""): raw("\\\"")
        case UInt8(ascii: "\\"): raw("\\\\")
        case 0x0A: raw("\\n")
        case 0..<0x20:
            let digits = String(byte, radix: 16)
            raw("\\u00" + (digits.count == 1 ? "0" : "") + digits)
        default: bytes.append(byte)
        }
    }
}
