/// A table of the configuration file, as a struct that knows its keys.
///
/// A new table is a struct with its defaults, this conformance, and one line among `NodeConfiguration.keys`. What is
/// neither among `keys` nor among `formerKeys` is an error in the file. A key that has been released goes by way of
/// `formerKeys`: an update must not keep a node from starting.
protocol ConfigurationSection {
    static var keys: [SectionKey<Self>] { get }
    /// Keys of earlier versions, which may stand in a file for good.
    static var formerKeys: [FormerKey] { get }

    /// What no single key can tell by itself: doubles, keys that exclude each other. Called when all keys are read.
    mutating func check(at path: ConfigurationPath, in reader: inout ConfigurationReader)
}

extension ConfigurationSection {
    static var formerKeys: [FormerKey] { [] }

    mutating func check(at path: ConfigurationPath, in reader: inout ConfigurationReader) {}
}

/// One key that a table may hold: a value, a list of values, a table or an array of tables.
struct SectionKey<Section> {
    let name: String
    let required: Bool
    let shape: KnownKey.Shape
    /// What stands behind its "=", as it is written; empty for tables.
    var allowed = ""
    /// The keys below this one, where it is a table.
    let children: [KnownKey]
    /// Takes over what may change while a node runs. What differs, by its path from the section down.
    let reload: (inout Section, Section) -> [ConfigurationChange]
    let read: (ConfigurationValue, ConfigurationPath, inout Section, inout ConfigurationReader) -> Void
}

/// A key in which a file differs from what a node runs with.
struct ConfigurationChange: Hashable {
    let path: ConfigurationPath
    /// It was taken; else it holds from the next start on.
    let isLive: Bool

    func below(_ place: ConfigurationPath) -> ConfigurationChange {
        ConfigurationChange(path: place + path, isLive: isLive)
    }
}

/// A key of the schema, for suggestions and for tests of the sample.
struct KnownKey: Hashable, Sendable {
    enum Shape: Hashable, Sendable {
        case value
        case table
        case tables
    }

    /// `["translation", "endpoint", "url"]`
    var path: [String]
    let shape: Shape
    /// What stands behind its "=", as it is written; empty for tables.
    var allowed = ""

    var name: String { path.last ?? "" }

    /// The header under which the key stands, as `[[room]]` where tables repeat.
    func header(among known: [KnownKey]) -> String {
        let table = Array(path.dropLast())
        let repeats = known.contains { $0.path == table && $0.shape == .tables }
        return repeats ? "[[\(table.joined(separator: "."))]]" : "[\(table.joined(separator: "."))]"
    }
}

extension ConfigurationSection {
    static var knownKeys: [KnownKey] {
        keys.flatMap { key in
            let below = key.children.map {
                KnownKey(path: [key.name] + $0.path, shape: $0.shape, allowed: $0.allowed)
            }
            return [KnownKey(path: [key.name], shape: key.shape, allowed: key.allowed)] + below
        }
    }
}

extension ConfigurationSection {
    /// Takes over what of the file as it is now may change while a node runs. All that differs.
    mutating func reload(_ new: Self) -> [ConfigurationChange] {
        Self.keys.flatMap { $0.reload(&self, new) }
    }
}

extension SectionKey {
    /// - Parameter isLive: a change is taken while a node runs.
    static func reloading<Value: Equatable>(
        _ path: ConfigurationPath, _ target: WritableKeyPath<Section, Value>, isLive: Bool = false
    ) -> (inout Section, Section) -> [ConfigurationChange] {
        { section, new in
            guard section[keyPath: target] != new[keyPath: target] else { return [] }
            if isLive { section[keyPath: target] = new[keyPath: target] }
            return [ConfigurationChange(path: path, isLive: isLive)]
        }
    }

    /// A single value. `isLive`: a change is taken while a node runs.
    static func value<Value: Equatable>(
        _ name: String, _ target: WritableKeyPath<Section, Value>, _ rule: ValueRule<Value>, required: Bool = false,
        isLive: Bool = false
    ) -> SectionKey {
        SectionKey(
            name: name, required: required, shape: .value, allowed: rule.written, children: [],
            reload: reloading(.root / name, target, isLive: isLive)
        ) { value, path, section, reader in
            if let read = reader.value(value, at: path, by: rule) { section[keyPath: target] = read }
        }
    }

    /// A single value that may be left out, and then is nil.
    static func optional<Value: Equatable>(
        _ name: String, _ target: WritableKeyPath<Section, Value?>, _ rule: ValueRule<Value>, required: Bool = false,
        isLive: Bool = false
    ) -> SectionKey {
        SectionKey(
            name: name, required: required, shape: .value, allowed: rule.written, children: [],
            reload: reloading(.root / name, target, isLive: isLive)
        ) { value, path, section, reader in
            if let read = reader.value(value, at: path, by: rule) { section[keyPath: target] = read }
        }
    }

    /// A list; with `single`, one value stands for a list of one. `isLive`: a change is taken while a node runs.
    static func list<Value: Equatable>(
        _ name: String, _ target: WritableKeyPath<Section, [Value]>, _ rule: ValueRule<Value>, count: ClosedRange<Int>,
        single: Bool = false, isLive: Bool = false
    ) -> SectionKey {
        let allowed = "a list, each of it \(rule.written)"
        return SectionKey(
            name: name, required: false, shape: .value, allowed: allowed, children: [],
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
            name: name, required: false, shape: .table, children: Table.knownKeys,
            reload: { section, new in
                section[keyPath: target].reload(new[keyPath: target]).map { $0.below(.root / name) }
            }
        ) { value, path, section, reader in
            guard let entries = reader.table(value, at: path) else { return }
            reader.read(entries, into: &section[keyPath: target], at: path)
        }
    }

    /// An array of tables, each beginning as `blank`. It replaces the default as a whole; `make` turns each into
    /// what is kept.
    ///
    /// - Parameters:
    ///   - isLive: a change of any of them is taken while a node runs.
    ///   - reload: where something of each may change while a node runs.
    static func tables<Table: ConfigurationSection, Item: Equatable>(
        _ name: String, _ target: WritableKeyPath<Section, [Item]>, blank: Table, atMost limit: Int,
        isLive: Bool = false, reload: ((inout Section, Section) -> [ConfigurationChange])? = nil,
        make: @escaping (Table, ConfigurationPath, inout ConfigurationReader) -> Item?
    ) -> SectionKey {
        SectionKey(
            name: name, required: false, shape: .tables, children: Table.knownKeys,
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
