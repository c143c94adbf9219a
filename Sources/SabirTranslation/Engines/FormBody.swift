import Foundation

/// `application/x-www-form-urlencoded` (WHATWG URL, §5.2).
struct FormBody {
    static let contentType = "application/x-www-form-urlencoded"

    private(set) var bytes: [UInt8] = []

    init(_ fields: [(name: String, value: String)]) {
        for field in fields {
            if !bytes.isEmpty { bytes.append(UInt8(ascii: "&")) }
            append(field.name)
            bytes.append(UInt8(ascii: "="))
            append(field.value)
        }
    }

    private mutating func append(_ text: String) {
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "*"):
                bytes.append(byte)
            case UInt8(ascii: " "): bytes.append(UInt8(ascii: "+"))
            default: bytes += [UInt8(ascii: "%"), Self.digit(byte >> 4), Self.digit(byte & 15)]
            }
        }
    }

    private static func digit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
    }
}

extension CharacterSet {
    /// RFC 3986 §2.3.
    fileprivate static let unreserved = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
}

extension String {
    /// Every byte except unreserved ones as `%XX` (RFC 3986 §2.1), for path segments, queries and forms.
    var percentEncoded: String {
        // Nil only for lone surrogates, which a Swift string cannot contain.
        addingPercentEncoding(withAllowedCharacters: .unreserved) ?? ""
    }
}
