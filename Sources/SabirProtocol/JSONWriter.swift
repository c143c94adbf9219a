/// Writes JSON objects as bytes.
///
/// `object { $0.field("type", "ping") }` writes `{"type":"ping"}`. Small pieces are appended faster to an array of
/// bytes than to a `ByteBuffer`; whole frames are copied into a buffer in a single step.
struct JSONWriter: Sendable {
    private(set) var bytes: [UInt8] = []
    private var needsComma = false

    var count: Int { bytes.count }

    mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

    /// A frame with a packet of this type.
    mutating func frame(_ type: String, _ fields: (inout JSONWriter) -> Void = { _ in }) {
        rawFrame {
            $0.object {
                $0.field("type", type)
                fields(&$0)
            }
        }
    }

    /// A frame whose body writes its own braces: its length, four bytes big-endian, is filled in once the body is
    /// written.
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

    /// Omitted where `text` is nil.
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

    /// Writes bytes that are JSON already.
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

    /// Writes a field whose name is data, such as a language tag.
    mutating func field(named name: String, _ number: Int) {
        key(named: name)
        raw(String(number))
    }

    mutating func field(named name: String, _ text: String) {
        key(named: name)
        string(text)
    }

    mutating func field(named name: String, list texts: [String]) {
        key(named: name)
        array(texts) { $0.string($1) }
    }

    private mutating func key(named name: String) {
        comma()
        string(name)
        bytes.append(UInt8(ascii: ":"))
    }

    /// Writes a quoted string; only what RFC 8259 §7 requires is escaped. `literal` precedes it.
    mutating func string(_ text: String, after literal: StaticString = "") {
        let span = text.utf8Span.span
        guard JSONScanner.endOfPlainText(in: span, from: 0, to: span.count) == span.count else {
            self.literal(literal)
            bytes.append(UInt8(ascii: "\""))
            for byte in text.utf8 { escaped(byte) }
            return bytes.append(UInt8(ascii: "\""))
        }
        bytes.append(addingCapacity: literal.utf8CodeUnitCount + span.count + 2) { output in
            output.append(literal)
            output.append(UInt8(ascii: "\""))
            output.append(span)
            output.append(UInt8(ascii: "\""))
        }
    }

    /// Writes a quoted id.
    mutating func string(_ id: MessageID, after literal: StaticString = "") {
        bytes.append(addingCapacity: literal.utf8CodeUnitCount + MessageID.length + 2) { output in
            output.append(literal)
            output.append(UInt8(ascii: "\""))
            id.write { output.append($0) }
            output.append(UInt8(ascii: "\""))
        }
    }

    /// Writes JSON from a literal in this program's source.
    mutating func literal(_ json: StaticString) {
        json.withUTF8Buffer { bytes.append(contentsOf: $0) }
    }

    mutating func digits(_ number: Int, after literal: StaticString) {
        bytes.append(addingCapacity: literal.utf8CodeUnitCount + OutputSpan<UInt8>.mostDigits) { output in
            output.append(literal)
            output.append(digits: number)
        }
    }

    /// Writes JSON as it was read, within an object that is being written.
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

extension OutputSpan<UInt8> {
    /// Characters of the longest whole number, including its sign.
    fileprivate static var mostDigits: Int { 20 }

    fileprivate mutating func append(_ literal: StaticString) {
        literal.withUTF8Buffer { append(copying: UnsafeRawBufferPointer($0)) }
    }

    fileprivate mutating func append(_ bytes: Span<UInt8>) {
        bytes.withUnsafeBytes { append(copying: $0) }
    }

    private mutating func append(copying bytes: UnsafeRawBufferPointer) {
        precondition(bytes.count <= freeCapacity)
        withUnsafeMutableBufferPointer { buffer, count in
            // Within the free capacity, by the precondition.
            UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[count...]).copyMemory(
                from: bytes)
            count += bytes.count
        }
    }

    fileprivate mutating func append(digits number: Int) {
        precondition(freeCapacity >= Self.mostDigits)
        withUnsafeMutableBufferPointer { buffer, count in
            // Within the free capacity: a sign and at most 19 digits.
            var rest = number.magnitude
            if number < 0 {
                buffer[count] = UInt8(ascii: "-")
                count += 1
            }
            let start = count
            repeat {
                count += 1
                rest /= 10
            } while rest > 0
            rest = number.magnitude
            for index in (start..<count).reversed() {
                buffer[index] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
                rest /= 10
            }
        }
    }
}
