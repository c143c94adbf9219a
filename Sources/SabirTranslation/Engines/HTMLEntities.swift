/// Decodes HTML character references (WHATWG HTML §13.5) in what should be plain text.
enum HTMLEntities {
    private static let named = ["amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": "\u{A0}"]

    /// `answer` decoded, unless the writer used references in `source`: then they stay.
    static func decoded(_ answer: String, of source: String) -> String {
        guard answer.utf8.contains(ampersand), !hasReference(source) else { return answer }
        var text = ""
        var rest = answer[...]
        while let start = rest.firstIndex(of: "&") {
            text += rest[..<start]
            guard let (meaning, end) = reference(rest[start...]) else {
                text += "&"
                rest = rest[rest.index(after: start)...]
                continue
            }
            text += meaning
            rest = rest[end...]
        }
        return text + rest
    }

    private static func hasReference(_ text: String) -> Bool {
        text.indices.contains { text[$0] == "&" && reference(text[$0...]) != nil }
    }

    /// The character of the reference at the start of `text`, and the reference's end.
    private static func reference(_ text: Substring) -> (String, Substring.Index)? {
        guard let end = text.prefix(12).firstIndex(of: ";") else { return nil }
        let name = text[text.index(after: text.startIndex)..<end]
        guard let meaning = named[String(name)] ?? numbered(name) else { return nil }
        return (meaning, text.index(after: end))
    }

    private static func numbered(_ name: Substring) -> String? {
        guard name.first == "#" else { return nil }
        let digits = name.dropFirst()
        let isHexadecimal = digits.first == "x" || digits.first == "X"
        let number = UInt32(isHexadecimal ? digits.dropFirst() : digits, radix: isHexadecimal ? 16 : 10)
        return number.flatMap(Unicode.Scalar.init).map { String(Character($0)) }
    }
}

private let ampersand = UInt8(ascii: "&")
