import NIOCore

/// One JSON object of a packet: its fields are located at once and decoded on demand.
///
/// A field of the wrong type is refused as `bad-packet`; `null` counts as absent; of a repeated key the last value
/// counts, as for most readers.
struct JSONObject {
    private let bytes: ByteBuffer
    private let fields: [JSONField]

    /// Checks all of `body`: UTF-8, JSON, an object, no deeper than 16. The errors are fatal by contract.
    init(body: ByteBuffer) throws(WireFault) {
        bytes = body
        guard (try? UTF8Span(validating: body.readableBytesUInt8Span)) != nil else {
            throw WireFault(.badFrame, "The frame is not UTF-8.", fatal: true)
        }
        do {
            var scanner = JSONScanner(at: 0, end: body.readableBytes)
            fields = try scanner.object(in: body.readableBytesUInt8Span)
        } catch {
            throw Self.fault(error)
        }
    }

    private init(bytes: ByteBuffer, fields: [JSONField]) {
        self.bytes = bytes
        self.fields = fields
    }

    private static func fault(_ error: JSONFault) -> WireFault {
        switch error {
        case .syntax(let at): WireFault(.badJSON, "The frame is not JSON: unexpected byte at \(at).", fatal: true)
        case .tooDeep: WireFault(.badJSON, "The JSON is nested deeper than \(JSONScanner.maximumDepth).", fatal: true)
        case .notAnObject: WireFault(.badPacket, "The frame is not a JSON object.", fatal: true)
        }
    }

    func string(_ key: StaticString) throws(WireFault) -> String? {
        guard let field = field(key) else { return nil }
        guard let text = text(field) else { throw wrongType(key, "a string") }
        return text
    }

    func int(_ key: StaticString) throws(WireFault) -> Int? {
        guard let field = field(key) else { return nil }
        guard field.kind == .number, let number = whole(raw(field)) else { throw wrongType(key, "a whole number") }
        return number
    }

    /// A whole number of 0 or more; nil where absent.
    func count(_ key: StaticString) throws(WireFault) -> Int? {
        guard let number = try int(key) else { return nil }
        guard number >= 0 else { throw wrongType(key, "a whole number of 0 or more") }
        return number
    }

    /// A port number; nil where absent.
    func port(_ key: StaticString) throws(WireFault) -> Int? {
        guard let number = try int(key) else { return nil }
        guard (1...65_535).contains(number) else { throw wrongType(key, "a port, 1 to 65535") }
        return number
    }

    /// A UUID; nil where absent.
    func messageID(_ key: StaticString) throws(WireFault) -> MessageID? {
        guard let field = field(key) else { return nil }
        let id: MessageID?
        switch field.kind {
        case .string: id = MessageID(bytes.readableBytesUInt8Span.extracting(field.start + 1..<field.end - 1))
        case .escapedString: id = text(field).flatMap { MessageID($0) }
        default: throw wrongType(key, "a string")
        }
        guard let id else { throw WireFault(.badPacket, "\"\(key)\" is not a UUID.") }
        return id
    }

    func bool(_ key: StaticString) throws(WireFault) -> Bool? {
        guard let field = field(key) else { return nil }
        guard field.kind == .bool else { throw wrongType(key, "true or false") }
        return raw(field) == "true"
    }

    func object(_ key: StaticString) throws(WireFault) -> JSONObject? {
        guard let field = field(key) else { return nil }
        guard let object = object(field) else { throw wrongType(key, "an object") }
        return object
    }

    func objects(_ key: StaticString) throws(WireFault) -> [JSONObject]? {
        guard let elements = try elements(key) else { return nil }
        var objects: [JSONObject] = []
        for element in elements {
            guard let object = object(element) else { throw wrongType(key, "a list of objects") }
            objects.append(object)
        }
        return objects
    }

    func strings(_ key: StaticString) throws(WireFault) -> [String]? {
        guard let elements = try elements(key) else { return nil }
        var strings: [String] = []
        for element in elements {
            guard let string = text(element) else { throw wrongType(key, "a list of strings") }
            strings.append(string)
        }
        return strings
    }

    /// A list of strings, with nil for each `null`.
    func optionalStrings(_ key: StaticString) throws(WireFault) -> [String?]? {
        guard let elements = try elements(key) else { return nil }
        var strings: [String?] = []
        for element in elements {
            let string = text(element)
            guard string != nil || element.kind == .null else { throw wrongType(key, "a list of strings and nulls") }
            strings.append(string)
        }
        return strings
    }

    /// The fields that are lists of strings, by name; other fields, and other elements, are left out.
    func stringLists() -> [(String, [String])] {
        fields.compactMap { field in
            elements(field).map { (slice(field.key), $0.compactMap(text)) }
        }
    }

    /// Accepts `5`, and also `5.0` and `5e0`, which are the same number in JSON.
    private func whole(_ text: String) -> Int? {
        guard let number = Int(text) ?? Double(text).flatMap(Int.init(exactly:)),
            (-WireInteger.largest...WireInteger.largest).contains(number)
        else { return nil }
        return number
    }

    /// The fields that are whole numbers of 0 or more, by name.
    func counts() -> [(String, Int)] {
        fields.compactMap { field in
            guard field.kind == .number, let count = whole(raw(field)), count >= 0 else { return nil }
            return (slice(field.key), count)
        }
    }

    /// The fields that are strings, by name.
    func texts() -> [(String, String)] {
        fields.compactMap { field in text(field).map { (slice(field.key), $0) } }
    }

    /// A string or number exactly as written, quotes included.
    func scalarText(_ key: StaticString) throws(WireFault) -> String? {
        guard let field = field(key) else { return nil }
        switch field.kind {
        case .string, .escapedString, .number: return raw(field)
        default: throw wrongType(key, "a string or a number")
        }
    }

    // MARK: Unknown fields

    func hasFields(besides known: [StaticString]) -> Bool { fields.contains { !isKnown($0, known) } }

    /// `"key":value` of each unknown field, with commas between. Leaves out keys with escapes and values nested deeper
    /// than `deepest`; empty where the result would have more than `most` bytes.
    func fields(besides known: [StaticString], atMost most: Int, deepest: Int) -> [UInt8] {
        let span = bytes.readableBytesUInt8Span
        var found: [UInt8] = []
        for field in fields where !isKnown(field, known) {
            guard !field.key.contains(where: { span[$0] == UInt8(ascii: "\\") }),
                depth(field.start..<field.end) <= deepest
            else { continue }
            guard found.count + field.key.count + field.end - field.start + 4 <= most else { return [] }
            if !found.isEmpty { found.append(UInt8(ascii: ",")) }
            found.append(UInt8(ascii: "\""))
            for at in field.key { found.append(span[at]) }
            found.append(UInt8(ascii: "\""))
            found.append(UInt8(ascii: ":"))
            for at in field.start..<field.end { found.append(span[at]) }
        }
        return found
    }

    private func isKnown(_ field: JSONField, _ known: [StaticString]) -> Bool {
        let span = bytes.readableBytesUInt8Span
        for key in known where Self.matches(key, field.key, in: span) { return true }
        return false
    }

    /// The nesting depth of lists and objects in this value, which was checked before.
    private func depth(_ range: Range<Int>) -> Int {
        let span = bytes.readableBytesUInt8Span
        var (depth, deepest, isInString, isEscaped) = (0, 0, false, false)
        for at in range {
            let byte = span[at]
            if isInString {
                if !isEscaped, byte == UInt8(ascii: "\"") { isInString = false }
                isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
                continue
            }
            switch byte {
            case UInt8(ascii: "\""): isInString = true
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                depth += 1
                deepest = max(deepest, depth)
            case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
            default: break
            }
        }
        return deepest
    }

    // MARK: Reading a field

    private func field(_ key: StaticString) -> JSONField? {
        let span = bytes.readableBytesUInt8Span
        guard let field = fields.last(where: { Self.matches(key, $0.key, in: span) }), field.kind != .null else {
            return nil
        }
        return field
    }

    /// A key with escapes (`"ty\u0070e"`) never matches: no writer escapes a letter, and the field then counts as
    /// unknown.
    static func matches(_ key: StaticString, _ range: Range<Int>, in span: Span<UInt8>) -> Bool {
        guard key.utf8CodeUnitCount == range.count else { return false }
        // The offset stays below the static string's own length.
        for offset in 0..<range.count where span[range.lowerBound + offset] != key.utf8Start[offset] { return false }
        return true
    }

    private func elements(_ key: StaticString) throws(WireFault) -> [JSONField]? {
        guard let field = field(key) else { return nil }
        guard let found = elements(field) else { throw wrongType(key, "a list") }
        return found
    }

    /// The packet was checked before, so only another type can fail.
    private func elements(_ field: JSONField) -> [JSONField]? {
        var scanner = JSONScanner(at: field.start, end: field.end)
        return try? scanner.array(in: bytes.readableBytesUInt8Span, depth: field.depth)
    }

    private func object(_ field: JSONField) -> JSONObject? {
        guard field.kind == .object else { return nil }
        var scanner = JSONScanner(at: field.start, end: field.end)
        let found = try? scanner.object(in: bytes.readableBytesUInt8Span, depth: field.depth)
        return found.map { JSONObject(bytes: bytes, fields: $0) }
    }

    private func text(_ field: JSONField) -> String? {
        switch field.kind {
        case .string: slice(field.start + 1..<field.end - 1)
        case .escapedString: unescaped(field.start + 1..<field.end - 1)
        default: nil
        }
    }

    private func raw(_ field: JSONField) -> String { slice(field.start..<field.end) }

    /// The packet is valid UTF-8, and the range begins and ends between characters.
    private func slice(_ range: Range<Int>) -> String {
        String(copying: UTF8Span(unchecked: bytes.readableBytesUInt8Span.extracting(range)))
    }

    /// Decodes escapes. A surrogate without its pair becomes U+FFFD (Unicode §3.9).
    private func unescaped(_ range: Range<Int>) -> String {
        let span = bytes.readableBytesUInt8Span
        var units: [UInt16] = []
        var text = ""
        var plain = range.lowerBound
        var at = range.lowerBound
        func flush(_ upTo: Int) {
            if !units.isEmpty { text += String(decoding: units, as: UTF16.self) }
            units.removeAll(keepingCapacity: true)
            if plain < upTo { text += slice(plain..<upTo) }
        }
        while at < range.upperBound {
            guard span[at] == UInt8(ascii: "\\") else {
                at += 1
                continue
            }
            if plain < at { flush(at) }
            units.append(Self.escapedUnit(span, at))
            at += span[at + 1] == UInt8(ascii: "u") ? 6 : 2
            plain = at
        }
        flush(range.upperBound)
        return text
    }

    /// The UTF-16 unit of the escape at `at`; the scanner has checked its form.
    private static func escapedUnit(_ span: Span<UInt8>, _ at: Int) -> UInt16 {
        switch span[at + 1] {
        case UInt8(ascii: "b"): return 0x08
        case UInt8(ascii: "f"): return 0x0C
        case UInt8(ascii: "n"): return 0x0A
        case UInt8(ascii: "r"): return 0x0D
        case UInt8(ascii: "t"): return 0x09
        case UInt8(ascii: "u"):
            var unit: UInt64 = 0
            for offset in 2..<6 { unit = unit << 4 | (hexValue(span[at + offset]) ?? 0) }
            return UInt16(truncatingIfNeeded: unit)
        default: return UInt16(span[at + 1])
        }
    }

    private func wrongType(_ key: StaticString, _ wanted: String) -> WireFault {
        WireFault(.badPacket, "The field \"\(key)\" is not \(wanted).")
    }
}
