/// The place of a value in a configuration file, such as `url` of the second `translation.endpoint`.
struct ConfigurationPath: Hashable, Sendable {
    enum Part: Hashable, Sendable {
        case key(String)
        /// An index into an array, counted from zero.
        case index(Int)
    }

    static let root = ConfigurationPath(parts: [])

    private(set) var parts: [Part]

    /// The keys without the indices, as the schema has them.
    var names: [String] { parts.compactMap { if case .key(let name) = $0 { name } else { nil } } }

    var parent: ConfigurationPath? { parts.isEmpty ? nil : ConfigurationPath(parts: parts.dropLast()) }

    static func / (path: ConfigurationPath, key: String) -> ConfigurationPath {
        ConfigurationPath(parts: path.parts + [.key(key)])
    }

    static func / (path: ConfigurationPath, index: Int) -> ConfigurationPath {
        ConfigurationPath(parts: path.parts + [.index(index)])
    }

    static func + (path: ConfigurationPath, rest: ConfigurationPath) -> ConfigurationPath {
        ConfigurationPath(parts: path.parts + rest.parts)
    }

    /// The table's header as written in the file: `[node]`, `[[room]]`; empty for the root.
    var asTable: String {
        guard let last = parts.last else { return "" }
        if case .index = last { return "[[\(dotted)]]" }
        return "[\(dotted)]"
    }

    /// The key as problems name it: `[node] port`, `[[room]] name`. An item of a list has the list's name.
    var asKey: String {
        var parts = parts
        while case .index = parts.last { parts.removeLast() }
        guard case .key(let name) = parts.popLast() else { return asTable }
        let table = ConfigurationPath(parts: parts).asTable
        let spoken = printable(name, atMost: 40)
        return table.isEmpty ? spoken : "\(table) \(spoken)"
    }

    private var dotted: String { names.map { printable($0, atMost: 40) }.joined(separator: ".") }
}

/// `text` cut to `limit` scalars and without characters that could move a terminal's cursor. Problems quote values of
/// files that may come from anywhere.
package func printable(_ text: String, atMost limit: Int) -> String {
    var shown = ""
    for scalar in text.unicodeScalars.prefix(limit) {
        switch scalar.properties.generalCategory {
        case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator:
            shown += "\\u{\(String(scalar.value, radix: 16))}"
        default: shown.unicodeScalars.append(scalar)
        }
    }
    return text.unicodeScalars.count > limit ? shown + "…" : shown
}
