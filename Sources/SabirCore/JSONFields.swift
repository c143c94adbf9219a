import Foundation

/// The fields of a JSON object of plain values. A value of nil in a literal is `null`; a field set to nil is left out.
package struct JSONFields: Encodable, ExpressibleByDictionaryLiteral {
    private struct AnyValue: Encodable {
        let value: any Encodable
        func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
    }

    private var values: [String: any Encodable]

    package init(dictionaryLiteral fields: (String, any Encodable)...) { values = Dictionary(fields) { $1 } }

    package subscript(key: String) -> (any Encodable)? {
        get { values[key] }
        set { values[key] = newValue }
    }

    package func with(_ more: JSONFields) -> JSONFields {
        var all = self
        all.values.merge(more.values) { $1 }
        return all
    }

    /// One line with its keys in alphabetical order, so that the text is always the same.
    package var text: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // Strings, whole numbers and containers of them can always be encoded.
        let data = (try? encoder.encode(self)) ?? Data("null".utf8)
        return String(decoding: data, as: UTF8.self)
    }

    package func encode(to encoder: any Encoder) throws { try values.mapValues(AnyValue.init).encode(to: encoder) }
}
