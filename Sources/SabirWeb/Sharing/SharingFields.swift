import Foundation

/// The fields of a request from JSON, a URL-encoded form or the query, as LibreTranslate reads them.
struct SharingFields: Sendable {
    enum Value: Decodable, Hashable, Sendable {
        case text(String)
        case texts([String])
        case number(Double)
        case other

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let text = try? container.decode(String.self) {
                self = .text(text)
            } else if let texts = try? container.decode([String].self) {
                self = .texts(texts)
            } else if let number = try? container.decode(Double.self) {
                self = .number(number)
            } else {
                self = .other
            }
        }
    }

    private var values: [String: Value] = [:]

    subscript(name: String) -> Value? { values[name] }

    /// Throws if the body is not of its declared type. Fields of the query take precedence over those of a form, as in
    /// LibreTranslate.
    init(query: String?, contentType: String?, body: [UInt8]) throws(SharingFault) {
        let type = (contentType ?? "").split(separator: ";").first.map { $0.lowercased() } ?? ""
        if type == "application/json" || type.hasSuffix("+json") {
            values = try Self.json(body)
            return
        }
        switch type {
        case "multipart/form-data":
            throw .invalid("Invalid request: \(type) is not supported; send JSON or application/x-www-form-urlencoded")
        case "application/x-www-form-urlencoded", "":
            add(try URLEncodedForm.fields(body))
        default: break
        }
        add(try URLEncodedForm.fields(Array((query ?? "").utf8)))
    }

    private static func json(_ body: [UInt8]) throws(SharingFault) -> [String: Value] {
        do {
            return try JSONDecoder().decode([String: Value].self, from: Data(body))
        } catch {
            throw .invalid("Invalid JSON format")
        }
    }

    /// The first of two fields with the same name counts. Line ends become LF (LibreTranslate, app.py).
    private mutating func add(_ fields: [(name: String, value: String)]) {
        let once = Dictionary(fields.map { ($0.name, $0.value) }) { first, _ in first }
        for (name, value) in once {
            values[name] = .text(value.replacing("\r\n", with: "\n").replacing("\r", with: "\n"))
        }
    }
}
