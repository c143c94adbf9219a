/// The contract's rules for text that people write: cleaned first, then measured.
///
/// Control characters could move a reader's cursor, ring, or forge a line; bidirectional controls could reverse a
/// line's meaning. The host removes them for every member, whatever their client does.
package enum WireText {
    /// Bounds in Unicode scalars, and in bytes for a room's name (a DNS-SD instance name, RFC 6763 §4.1.1).
    package static let maximumName = 64
    package static let maximumMessage = 4_000
    package static let maximumRoomNameBytes = 63
    package static let maximumTopic = 200
    package static let maximumNotice = 1_000

    /// A message without control characters (newline stays) and without bidirectional controls.
    package static func message(_ raw: String) throws(WireFault) -> String {
        let text = cleanMessage(raw)
        let length = scalarCount(text)
        guard length > 0 else { throw WireFault(.badPacket, "The message is empty.", as: "empty") }
        guard length <= maximumMessage else {
            throw tooLong(.tooLarge, "message", length, maximumMessage)
        }
        return text
    }

    /// A person's name: control and format characters removed (ZWJ and ZWNJ stay), white space folded.
    package static func name(_ raw: String) throws(WireFault) -> String {
        let text = cleanName(raw)
        let length = text.unicodeScalars.count
        guard length > 0 else { throw WireFault(.badName, "The name is empty.") }
        guard text.unicodeScalars.contains(where: isVisible) else {
            throw WireFault(
                .badName, "The name shows nothing: it needs a letter, a digit or another visible character.")
        }
        guard length <= maximumName else {
            throw tooLong(.badName, "name", length, maximumName)
        }
        return text
    }

    /// - Parameter what: the name of the text, in English.
    package static func tooLong(_ code: ErrorCode, _ what: String, _ length: Int, _ most: Int) -> WireFault {
        WireFault(
            code, "The \(what) has \(length) characters; at most \(most) are allowed.", as: "too-long",
            ["n": String(length), "most": String(most)])
    }

    /// Letters, numbers, punctuation and symbols that a font draws on their own. Marks need a base character;
    /// private-use and unassigned characters have no agreed shape; some symbols are blank.
    private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII { return scalar.value > 0x20 && scalar.value != 0x7F }
        switch scalar.value {
        case 0x2800, 0x13441, 0x13442, 0x16FE4, 0x1D159: return false
        default: break
        }
        guard !scalar.properties.isDefaultIgnorableCodePoint else { return false }
        switch scalar.properties.generalCategory {
        case .control, .format, .surrogate, .privateUse, .unassigned, .nonspacingMark, .spacingMark, .enclosingMark,
            .spaceSeparator, .lineSeparator, .paragraphSeparator:
            return false
        default: return true
        }
    }

    /// Whether the text is a name that programs tell each other: so many of a-z, 0-9 and "-" at most, and one at least.
    static func isKey(_ text: String, atMost most: Int) -> Bool {
        (1...most).contains(text.utf8.count)
            && text.utf8.allSatisfy {
                switch $0 {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
                    true
                default: false
                }
            }
    }

    /// A room's name, at most 63 bytes. Nil where nothing is left of it, or it is longer.
    package static func roomName(_ raw: String) -> String? {
        let text = cleanName(raw)
        return (1...maximumRoomNameBytes).contains(text.utf8.count) ? text : nil
    }

    /// A message's text without what the contract forbids, whatever its length.
    package static func cleanMessage(_ raw: String) -> String {
        guard needsCleaning(raw) else { return raw }
        return String(String.UnicodeScalarView(raw.unicodeScalars.filter { !isForbiddenInMessage($0) }))
    }

    /// A name without what the contract forbids, whatever its length.
    package static func cleanName(_ raw: String) -> String {
        guard !isCleanName(raw) else { return raw }
        var kept = String.UnicodeScalarView()
        var spaceIsDue = false
        for scalar in raw.unicodeScalars where !isForbiddenInName(scalar) {
            if scalar.properties.isWhitespace {
                spaceIsDue = !kept.isEmpty
                continue
            }
            if spaceIsDue { kept.append(" ") }
            spaceIsDue = false
            kept.append(scalar)
        }
        return String(kept)
    }

    /// Counts every byte but continuation bytes (10xxxxxx), as each begins a scalar.
    static func scalarCount(_ text: String) -> Int {
        let bytes = text.utf8Span.span
        var (continuations, at) = (0, 0)
        while at + 8 <= bytes.count {
            // Within the span's bounds; any eight bytes are a number. Continuation bytes become 1, others 0.
            let word = bytes.bytes.unsafeLoadUnaligned(fromByteOffset: at, as: UInt64.self)
            let ones: UInt64 = 0x0101_0101_0101_0101
            // The highest byte of the product is the sum of all eight.
            continuations += Int((((word >> 7) & ~(word >> 6) & ones) &* ones) >> 56)
            at += 8
        }
        while at < bytes.count {
            if bytes[at] & 0xC0 == 0x80 { continuations += 1 }
            at += 1
        }
        return bytes.count - continuations
    }

    // Without branches, so that the compiler handles many bytes at a time.

    static func isASCII(_ bytes: Span<UInt8>) -> Bool {
        var all: UInt8 = 0
        for index in bytes.indices { all |= bytes[index] }
        return all < 0x80
    }

    /// Forbidden characters are in C0, or begin with the bytes C2 (C1 controls) or E2 (bidirectional controls): a text
    /// without these bytes is clean, as nearly all are.
    private static func needsCleaning(_ text: String) -> Bool {
        let bytes = text.utf8Span.span
        var found: UInt8 = 0
        for index in bytes.indices {
            let byte = bytes[index]
            found |= (byte < 0x20 ? 1 : 0) | (byte == 0x7F ? 1 : 0) | (byte == 0xC2 ? 1 : 0) | (byte == 0xE2 ? 1 : 0)
        }
        return found != 0
    }

    /// Whether the name is printable ASCII with single spaces inside, as most are. False means undecided.
    private static func isCleanName(_ text: String) -> Bool {
        let bytes = text.utf8Span.span
        var before = UInt8(ascii: " ")
        for index in bytes.indices {
            let byte = bytes[index]
            guard 0x20..<0x7F ~= byte, byte != UInt8(ascii: " ") || before != UInt8(ascii: " ") else { return false }
            before = byte
        }
        return before != UInt8(ascii: " ")
    }

    private static func isForbiddenInMessage(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x0A: false
        case 0..<0x20, 0x7F..<0xA0, 0x202A...0x202E, 0x2066...0x2069: true
        default: false
        }
    }

    private static func isForbiddenInName(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x20..<0x7F, 0x200C, 0x200D: false
        case 0..<0x20, 0x7F..<0xA0: true
        default: scalar.properties.generalCategory == .format
        }
    }
}

/// Whole numbers on the wire. Every reader of JSON holds them exactly (RFC 7493 §2.2), and results computed from two of
/// them fit an `Int`.
package enum WireInteger {
    package static let largest = 1 << 53 - 1

    /// The number in this text if it is 0 or more.
    package static func count(_ text: some StringProtocol) -> Int? {
        Int(text).flatMap { (0...largest).contains($0) ? $0 : nil }
    }
}
