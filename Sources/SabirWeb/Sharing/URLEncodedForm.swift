/// `application/x-www-form-urlencoded` (WHATWG URL, §5.1).
enum URLEncodedForm {
    /// Throws if a decoded name or value is not UTF-8.
    static func fields(_ bytes: [UInt8]) throws(SharingFault) -> [(name: String, value: String)] {
        var fields: [(name: String, value: String)] = []
        for part in bytes.split(separator: UInt8(ascii: "&")) {
            let sides = part.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            let value = try decoded(sides.count > 1 ? sides[1] : [])
            fields.append((try decoded(sides[0]), value))
        }
        return fields
    }

    private static func decoded(_ bytes: ArraySlice<UInt8>) throws(SharingFault) -> String {
        var plain: [UInt8] = []
        plain.reserveCapacity(bytes.count)
        var rest = bytes
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "+") {
                plain.append(UInt8(ascii: " "))
            } else if byte == UInt8(ascii: "%"), let value = hexadecimal(rest.prefix(2)) {
                plain.append(value)
                rest = rest.dropFirst(2)
            } else {
                plain.append(byte)
            }
        }
        guard let text = String(validating: plain, as: UTF8.self) else {
            throw .invalid("Invalid request: the text is not UTF-8")
        }
        return text
    }

    private static func hexadecimal(_ digits: ArraySlice<UInt8>) -> UInt8? {
        let text = String(decoding: digits, as: UTF8.self)
        return text.count == 2 && text.allSatisfy(\.isHexDigit) ? UInt8(text, radix: 16) : nil
    }
}
