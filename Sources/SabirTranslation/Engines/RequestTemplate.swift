import Foundation

/// A URL, body or header of a `custom` endpoint, with `{text}`, `{source}`, `{target}` and `{key}` where the values
/// go. Each is escaped by where it stands, so that no text can become anything but a value.
package struct RequestTemplate: Sendable, Hashable {
    package enum Field: String, Sendable, CaseIterable {
        case text
        case source
        case target
        case key
    }

    /// What the template is a template of.
    package enum Format: Sendable, Hashable {
        /// A path and query: percent-encoding.
        case url
        /// `application/x-www-form-urlencoded`: percent-encoding.
        case form
        /// A field inside a string is escaped as JSON has it; one elsewhere becomes a string with its quotes.
        case json
        /// As it is.
        case plain
    }

    private enum Part: Sendable, Hashable {
        case literal(String)
        case field(Field, quoted: Bool)
    }

    package let format: Format
    private var parts: [Part] = []
    /// Whether the end of what was read lies in a JSON string, and whether after a backslash.
    private var isInString = false
    private var isEscaped = false

    /// - Throws: `UnknownField` for a word in braces that is no field.
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

    /// Nothing at all.
    init() { format = .plain }

    package var fields: Set<Field> {
        parts.reduce(into: []) { fields, part in
            if case .field(let field, _) = part { fields.insert(field) }
        }
    }

    /// A field without a value is empty.
    package func filled(with values: [Field: String]) -> String {
        parts.reduce(into: "") { whole, part in
            switch part {
            case .literal(let text): whole += text
            case .field(let field, let quoted): whole += escaped(values[field] ?? "", quoted: quoted)
            }
        }
    }

    /// `text` of `{text}…`; small letters alone, so that no JSON object looks alike.
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
            // Encoding a string cannot fail.
            let string = (try? JSONEncoder().encode(value)).map { String(decoding: $0, as: UTF8.self) } ?? "\"\""
            return quoted ? string : String(string.dropFirst().dropLast())
        }
    }
}

/// A template may hold a key in plain sight.
extension RequestTemplate: CustomStringConvertible, CustomReflectable {
    package var description: String { "(template)" }
    package var customMirror: Mirror { Mirror(self, children: []) }
}
