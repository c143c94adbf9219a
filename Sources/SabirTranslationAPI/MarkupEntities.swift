/// Character references of HTML, as far as they are met in text.
enum MarkupEntities {
    private static let named: [Substring: String] = [
        "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": "\u{a0}", "ndash": "–", "mdash": "—",
        "hellip": "…", "lsquo": "‘", "rsquo": "’", "ldquo": "“", "rdquo": "”", "laquo": "«", "raquo": "»",
        "iexcl": "¡", "iquest": "¿", "deg": "°", "frac12": "½", "frac14": "¼", "euro": "€", "bull": "•",
        "middot": "·", "times": "×",
    ]

    /// The text with its references resolved. A reference that is not known is a fault: the engine would translate its
    /// name.
    static func resolved(_ text: Substring) throws(SharingFault) -> String {
        var resolved = ""
        var rest = text
        while let ampersand = rest.firstIndex(of: "&") {
            resolved += rest[..<ampersand]
            rest = rest[rest.index(after: ampersand)...]
            guard let end = rest.prefix(12).firstIndex(of: ";"), isReference(rest[..<end]) else {
                resolved += "&"
                continue
            }
            guard let character = character(rest[..<end]) else {
                throw .invalid("Invalid request: &\(rest[..<end]); is not known here; write the character itself")
            }
            resolved += character
            rest = rest[rest.index(after: end)...]
        }
        return resolved + rest
    }

    static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
    }

    private static func isReference(_ name: Substring) -> Bool {
        !name.isEmpty && name.allSatisfy { $0 == "#" || ($0.isASCII && ($0.isLetter || $0.isNumber)) }
    }

    private static func character(_ name: Substring) -> String? {
        guard name.hasPrefix("#") else { return named[name] }
        let digits = name.dropFirst()
        let isHexadecimal = digits.lowercased().hasPrefix("x")
        let number = isHexadecimal ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
        return number.flatMap { $0 == 0 ? nil : Unicode.Scalar($0) }.map { String(Character($0)) }
    }
}
