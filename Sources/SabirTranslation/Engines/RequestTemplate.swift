import Foundation

/// A URL, body or header of a `custom` endpoint with placeholders `{text}`, `{source}`, `{target}` and `{key}`. Values
/// are escaped according to their place, so that a text cannot become anything but a value.
package struct RequestTemplate: Sendable, Hashable {
    package enum Field: String, Sendable, CaseIterable {
        case text
        case source
        case target
        case key
    }

    /// The syntax of the template.
    package enum Format: Sendable, Hashable {
        /// A path and query, with percent-encoding.
        case url
        /// `application/x-www-form-urlencoded`, with percent-encoding.
        case form
        /// JSON: a value inside a string is escaped; one elsewhere becomes a string with quotes.
        case json
        /// Values are inserted unchanged.
        case plain
    }

    private enum Part: Sendable, Hashable {
        case literal(String)
        case field(Field, quoted: Bool)
    }

    package let format: Format
    private var parts: [Part] = []
    /// Whether the text read so far ends inside a JSON string, and whether after a backslash.
    private var isInString = false
    private var isEscaped = false

    /// - Throws: `UnknownField` if the braces hold a word that is not a field.
    package init(_ text: String, format: Format) throws(UnknownField) {
        self.format = format
        var rest = text[...]
        while let character = rest.first {
            guard let name = Self.fieldName(rest) else {
                add(character)
                rest = rest.dropFirst()
                continue
            }
            guard let field = Field(rawValue: name) else { throw UnknownField(name: name) }
            parts.append(.field(field, quoted: format == .json && !isInString))
            rest = rest.dropFirst(name.count + 2)
        }
    }

    package struct UnknownField: Error, Equatable { package let name: String }

    /// An empty template.
    init() { format = .plain }

    package var fields: Set<Field> {
        parts.reduce(into: []) { fields, part in
            if case .field(let field, _) = part { fields.insert(field) }
        }
    }

    /// Inserts the values; a field without a value becomes empty.
    package func filled(with values: [Field: String]) -> String {
        parts.reduce(into: "") { whole, part in
            switch part {
            case .literal(let text): whole += text
            case .field(let field, let quoted): whole += escaped(values[field] ?? "", quoted: quoted)
            }
        }
    }

    /// `text` for `{text}…`. Only lower-case letters count, so that JSON objects are never mistaken for fields.
    private static func fieldName(_ text: Substring) -> String? {
        guard text.first == "{" else { return nil }
        let name = text.dropFirst().prefix { ("a"..."z").contains($0) || $0 == "_" }
        return !name.isEmpty && text[name.endIndex...].first == "}" ? String(name) : nil
    }

    private mutating func add(_ character: Character) {
        if isEscaped {
            isEscaped = false
        } else if character == "\\" {
            isEscaped = isInString
        } else if character == "\"" {
            isInString.toggle()
        }
        guard case .literal(let text)? = parts.last else { return parts.append(.literal(String(character))) }
        parts[parts.count - 1] = .literal(text + String(character))
    }

    private func escaped(_ value: String, quoted: Bool) -> String {
        switch format {
        case .url, .form: return value.percentEncoded
        case .plain: return value
        case .json:
            // Encoding a string never fails.
            let string = (try? JSONEncoder().encode(value)).map { String(decoding: $0, as: UTF8.self) } ?? "\"\""
            return quoted ? string : String(string.dropFirst().dropLast())
        }
    }
}

/// Prints no template, because it may contain a key.
extension RequestTemplate: CustomStringConvertible, CustomReflectable {
    package var description: String { "(template)" }
    package var customMirror: Mirror { Mirror(self, children: []) }
}
