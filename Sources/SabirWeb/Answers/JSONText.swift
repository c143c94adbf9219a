import Foundation
import NIOCore

/// Encodes JSON: UTF-8, on one line, slashes not escaped, keys sorted so that equal values give equal bytes.
enum JSONText {
    static func encode(_ value: some Encodable) -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.withoutEscapingSlashes, .sortedKeys]
        // Encoding cannot fail, as only strings, integers and booleans are encoded here.
        return (try? encoder.encode(value)) ?? Data("null".utf8)
    }
}

/// One object with the fields of two.
struct JoinedJSON<First: Encodable & Sendable, Second: Encodable & Sendable>: Encodable, Sendable {
    private let first: First
    private let second: Second

    init(_ first: First, _ second: Second) { (self.first, self.second) = (first, second) }

    func encode(to encoder: any Encoder) throws {
        try first.encode(to: encoder)
        try second.encode(to: encoder)
    }
}

extension ByteBuffer {
    /// One Server-Sent Event (HTML Living Standard, §9.2.6). JSON on one line needs only one `data:`.
    init(event name: StaticString, id: String? = nil, _ value: some Encodable) {
        let data = JSONText.encode(value)
        self.init()
        reserveCapacity(data.count + 64)
        writeStaticString("event: ")
        writeStaticString(name)
        if let id { writeString("\nid: \(id)") }
        writeStaticString("\ndata: ")
        writeBytes(data)
        writeStaticString("\n\n")
    }
}
