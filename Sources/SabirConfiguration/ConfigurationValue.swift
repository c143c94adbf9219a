import TOMLKit

/// A parsed TOML value, free of the parser's own objects.
enum ConfigurationValue: Equatable, Sendable {
    case text(String)
    case whole(Int)
    case fraction(Double)
    case flag(Bool)
    /// A date, time or date-time, which no key accepts.
    case moment
    case list([ConfigurationValue])
    case table([String: ConfigurationValue])

    /// The value as problems quote it, at most 40 characters of it.
    var spoken: String {
        switch self {
        case .text(let text): "\"\(printable(text, atMost: 40))\" (a text)"
        case .whole(let number): "\(number)"
        case .fraction(let number): "\(number)"
        case .flag(let flag): "\(flag)"
        default: spokenKind
        }
    }

    /// The kind of value, for values that must not be quoted.
    var spokenKind: String {
        switch self {
        case .text: "a text"
        case .whole: "a whole number"
        case .fraction: "a decimal number"
        case .flag: "true or false"
        case .moment: "a date or time"
        case .list: "a list"
        case .table: "a table"
        }
    }
}

extension ConfigurationValue {
    /// Reads at most `depth` levels; deeper ones become empty tables, which no key accepts.
    init(_ value: some TOMLValueConvertible, depth: Int) {
        switch value.type {
        case .string: self = .text(value.string ?? "")
        case .int: self = .whole(value.int ?? 0)
        case .double: self = .fraction(value.double ?? 0)
        case .bool: self = .flag(value.bool ?? false)
        case .date, .time, .dateTime: self = .moment
        case .array: self = .list(Self.items(of: value.array, depth: depth))
        case .table: self = .table(Self.entries(of: value.table, depth: depth))
        }
    }

    private static func items(of array: TOMLArray?, depth: Int) -> [ConfigurationValue] {
        guard let array, depth > 0 else { return [] }
        return array.indices.map { ConfigurationValue(array[$0].tomlValue, depth: depth - 1) }
    }

    static func entries(of table: TOMLTable?, depth: Int) -> [String: ConfigurationValue] {
        guard let table, depth > 0 else { return [:] }
        var entries: [String: ConfigurationValue] = [:]
        for key in table.keys {
            guard let value = table[key] else { continue }
            entries[key] = ConfigurationValue(value.tomlValue, depth: depth - 1)
        }
        return entries
    }
}
