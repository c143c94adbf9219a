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
    /// `KeyLines` bounds how deep a document is nested.
    init(_ value: some TOMLValueConvertible) {
        switch value.type {
        case .string: self = .text(value.string ?? "")
        case .int: self = .whole(value.int ?? 0)
        case .double: self = .fraction(value.double ?? 0)
        case .bool: self = .flag(value.bool ?? false)
        case .date, .time, .dateTime: self = .moment
        case .array: self = .list(value.array.map { array in array.map { ConfigurationValue($0.tomlValue) } } ?? [])
        case .table: self = .table(value.table.map(Self.entries) ?? [:])
        }
    }

    /// The table's values by key. Two keys may be equal in Unicode ("é" composed and decomposed) and different in TOML;
    /// the last one then counts.
    static func entries(of table: TOMLTable) -> [String: ConfigurationValue] {
        let entries = table.keys.compactMap { key in table[key].map { (key, ConfigurationValue($0.tomlValue)) } }
        return Dictionary(entries, uniquingKeysWith: { $1 })
    }
}
