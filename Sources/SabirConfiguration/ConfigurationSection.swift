/// A table of the configuration file, as a struct that lists its keys.
///
/// A new table is a struct with defaults, this conformance, and one line in `NodeConfiguration.keys`. A key in neither
/// `keys` nor `formerKeys` is an error. A released key that is removed moves to `formerKeys`, because an update must
/// not keep a node from starting.
protocol ConfigurationSection {
    static var keys: [SectionKey<Self>] { get }
    /// Keys of earlier versions, which files may keep for ever: their values are ignored, `check-config` mentions them,
    /// and they are neither suggested nor in the sample. Each with what to use instead and what to do, as the end of
    /// the sentence about it.
    static var formerKeys: [String: String] { get }

    /// Checks what no single key shows, such as duplicates or keys that exclude each other. Called after all keys are
    /// read.
    mutating func check(at path: ConfigurationPath, in reader: inout ConfigurationReader)
}

extension ConfigurationSection {
    static var formerKeys: [String: String] { [:] }

    mutating func check(at path: ConfigurationPath, in reader: inout ConfigurationReader) {}

    static var knownKeys: [KnownKey] { keys.flatMap(\.known) }

    /// Takes over the changes allowed in a running node. Returns all changed keys.
    mutating func reload(_ new: Self) -> [ConfigurationChange] {
        Self.keys.flatMap { $0.reload(&self, new) }
    }
}

/// One key of a table: a value, a list of values, a table or an array of tables.
struct SectionKey<Section> {
    /// This key, and then, if it is a table, the table's keys; each by its path from the section.
    let known: [KnownKey]
    var required = false
    /// Takes over the changes allowed in a running node, and returns every changed key, by its path from the section.
    let reload: (inout Section, Section) -> [ConfigurationChange]
    let read: (ConfigurationValue, ConfigurationPath, inout Section, inout ConfigurationReader) -> Void

    var name: String { known[0].name }
    var allowed: String { known[0].allowed }
}

/// A key whose value in the file differs from the running node's.
struct ConfigurationChange: Hashable {
    let path: ConfigurationPath
    /// Whether the running node took the change; otherwise it applies from the next start.
    let isLive: Bool

    func below(_ place: ConfigurationPath) -> ConfigurationChange {
        ConfigurationChange(path: place + path, isLive: isLive)
    }
}

/// A key of the schema, for suggestions and for tests of the sample file.
struct KnownKey: Hashable, Sendable {
    enum Shape: Hashable, Sendable {
        case value
        case table
        case tables
    }

    /// For example `["translation", "endpoint", "url"]`.
    var path: [String]
    let shape: Shape
    /// The value's form as problems spell it; empty for tables.
    var allowed = ""

    var name: String { path.last ?? "" }

    static func table(_ name: String, _ shape: Shape, of keys: [KnownKey]) -> [KnownKey] {
        [KnownKey(path: [name], shape: shape)]
            + keys.map { KnownKey(path: [name] + $0.path, shape: $0.shape, allowed: $0.allowed) }
    }

    /// The header above the key, such as `[[room]]` for repeated tables.
    func header(among known: [KnownKey]) -> String {
        let table = Array(path.dropLast())
        let repeats = known.contains { $0.path == table && $0.shape == .tables }
        return repeats ? "[[\(table.joined(separator: "."))]]" : "[\(table.joined(separator: "."))]"
    }
}

extension SectionKey {
    /// - Parameter isLive: whether a running node takes the change.
    static func reloading<Value: Equatable>(
        _ path: ConfigurationPath, _ target: WritableKeyPath<Section, Value>, isLive: Bool = false
    ) -> (inout Section, Section) -> [ConfigurationChange] {
        { section, new in
            guard section[keyPath: target] != new[keyPath: target] else { return [] }
            if isLive { section[keyPath: target] = new[keyPath: target] }
            return [ConfigurationChange(path: path, isLive: isLive)]
        }
    }

    /// A key with a single value. `isLive`: a running node takes the change.
    static func value<Value: Equatable>(
        _ name: String, _ target: WritableKeyPath<Section, Value>, _ rule: ValueRule<Value>, required: Bool = false,
        isLive: Bool = false
    ) -> SectionKey {
        SectionKey(
            known: [KnownKey(path: [name], shape: .value, allowed: rule.written)], required: required,
            reload: reloading(.root / name, target, isLive: isLive)
        ) { value, path, section, reader in
            if let read = reader.value(value, at: path, by: rule) { section[keyPath: target] = read }
        }
    }

    /// A key with a single value that is nil if left out.
    static func optional<Value: Equatable>(
        _ name: String, _ target: WritableKeyPath<Section, Value?>, _ rule: ValueRule<Value>, required: Bool = false,
        isLive: Bool = false
    ) -> SectionKey {
        SectionKey(
            known: [KnownKey(path: [name], shape: .value, allowed: rule.written)], required: required,
            reload: reloading(.root / name, target, isLive: isLive)
        ) { value, path, section, reader in
            if let read = reader.value(value, at: path, by: rule) { section[keyPath: target] = read }
        }
    }

    /// A key with a list; with `single`, a lone value counts as a list of one. `isLive`: a running node takes the
    /// change.
    static func list<Value: Equatable>(
        _ name: String, _ target: WritableKeyPath<Section, [Value]>, _ rule: ValueRule<Value>, count: ClosedRange<Int>,
        single: Bool = false, isLive: Bool = false
    ) -> SectionKey {
        let allowed = "a list, each of it \(rule.written)"
        return SectionKey(
            known: [KnownKey(path: [name], shape: .value, allowed: allowed)],
            reload: reloading(.root / name, target, isLive: isLive)
        ) { value, path, section, reader in
            let list = if single, case .text = value { ConfigurationValue.list([value]) } else { value }
            if let read = reader.list(list, at: path, by: rule, count: count) { section[keyPath: target] = read }
        }
    }

    static func table<Table: ConfigurationSection>(
        _ name: String, _ target: WritableKeyPath<Section, Table>
    ) -> SectionKey {
        SectionKey(
            known: KnownKey.table(name, .table, of: Table.knownKeys),
            reload: { section, new in
                section[keyPath: target].reload(new[keyPath: target]).map { $0.below(.root / name) }
            }
        ) { value, path, section, reader in
            guard let entries = reader.table(value, at: path) else { return }
            reader.read(entries, into: &section[keyPath: target], at: path)
        }
    }

    /// An array of tables, which replaces the default as a whole. Each table starts as `blank`, and `make` turns the
    /// table into the stored item.
    ///
    /// - Parameters:
    ///   - isLive: whether a running node takes a change of any table.
    ///   - reload: takes over changes inside the tables, if a running node can.
    static func tables<Table: ConfigurationSection, Item: Equatable>(
        _ name: String, _ target: WritableKeyPath<Section, [Item]>, blank: Table, atMost limit: Int,
        isLive: Bool = false, reload: ((inout Section, Section) -> [ConfigurationChange])? = nil,
        make: @escaping (Table, ConfigurationPath, inout ConfigurationReader) -> Item?
    ) -> SectionKey {
        SectionKey(
            known: KnownKey.table(name, .tables, of: Table.knownKeys),
            reload: reload ?? reloading(.root / name / 0, target, isLive: isLive)
        ) { value, path, section, reader in
            guard let tables = reader.tables(value, at: path, atMost: limit) else { return }
            section[keyPath: target] = tables.compactMap { entries, place in
                var table = blank
                reader.read(entries, into: &table, at: place)
                guard reader.isTorn(place) else { return make(table, place, &reader) }
                var unheard = reader
                return make(table, place, &unheard)
            }
        }
    }
}
