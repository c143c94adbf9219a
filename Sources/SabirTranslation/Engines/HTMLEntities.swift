/// Decodes HTML character references (WHATWG HTML §13.5) in what should be plain text.
enum HTMLEntities {
    private static let named = ["amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": "\u{A0}"]

    /// `answer` decoded, unless the writer used references in `source`: then they stay.
    static func decoded(_ answer: String, of source: String) -> String {
        let reference = #/&([a-z]{1,10}|#[0-9]{1,9}|#[xX][0-9a-fA-F]{1,8});/#
        guard answer.utf8.contains(UInt8(ascii: "&")),
            !source.matches(of: reference).contains(where: { meaning($0.1) != nil })
        else { return answer }
        return answer.replacing(reference) { meaning($0.1) ?? String($0.0) }
    }

    private static func meaning(_ name: Substring) -> String? {
        guard name.first == "#" else { return named[String(name)] }
        let digits = name.dropFirst()
        let isHexadecimal = digits.first == "x" || digits.first == "X"
        let number = UInt32(isHexadecimal ? digits.dropFirst() : digits, radix: isHexadecimal ? 16 : 10)
        return number.flatMap(Unicode.Scalar.init).map { String(Character($0)) }
    }
}
