/// Walks a parsed file by the sections' keys and collects every problem.
struct ConfigurationReader {
    let file: String
    let lines: KeyLines
    let environment: ConfigurationEnvironment
    /// What makes the file unusable, beginning with errors of grammar.
    private(set) var problems: [ConfigurationProblem]
    /// Remarks that need no change of the file, such as secrets this process may not read.
    private(set) var notes: [ConfigurationProblem] = []
    /// Likely mistakes, in spite of which a node starts.
    private(set) var warnings: [ConfigurationProblem] = []
    /// Keys of earlier versions, which `check-config` mentions without refusing the file.
    private(set) var outdated: [ConfigurationProblem] = []
    private var refused: Set<ConfigurationPath>
    /// Keys and tables on lines that are not TOML.
    private let unread: Set<ConfigurationPath>

    init(of document: TOMLDocument, file: String, environment: ConfigurationEnvironment) {
        self.file = file
        self.environment = environment
        (lines, problems, unread, refused) = (document.lines, document.problems, document.unread, document.unread)
    }

    func isUnread(_ path: ConfigurationPath) -> Bool { unread.contains(path) }

    /// Whether every line could be read, so that a missing key is really missing.
    var isWhole: Bool { unread.isEmpty }

    /// Whether a key of this table, or its header, is on an unreadable line, so that a key that seems to be missing may
    /// be there.
    func isTorn(_ table: ConfigurationPath) -> Bool {
        unread.contains(table) || unread.contains { $0.parent == table }
    }

    mutating func report(_ message: String, at path: ConfigurationPath, asTable: Bool = false) {
        refused.insert(path)
        problems.append(problem(message, at: path, key: asTable ? path.asTable : path.asKey))
    }

    mutating func note(_ message: String, at path: ConfigurationPath) {
        notes.append(problem(message, at: path, key: path.asKey))
    }

    /// Adds a warning, which `check-config` refuses and a starting node only logs: an update with stricter checks must
    /// not keep a node from starting.
    mutating func warn(_ message: String, at path: ConfigurationPath) {
        warnings.append(problem(message, at: path, key: path.asKey))
    }

    private func problem(_ message: String, at path: ConfigurationPath, key: String) -> ConfigurationProblem {
        ConfigurationProblem(file: file, line: lines.line(of: path), key: key, message: message)
    }

    /// Warns of a file with a secret that everybody can read.
    mutating func checkPrivacy(ofFile file: String?, at path: ConfigurationPath) {
        guard let file, Self.isReadableByAll(environment.expandingHome(file)) else { return }
        warn("everybody on this machine can read the file it names; mend it with: chmod 600 \(file)", at: path)
    }

    /// Warns of a certificate's key that everybody can read, also if the certificate's file holds the key.
    mutating func checkPrivacy(of files: CertificateFiles, at path: ConfigurationPath) {
        checkPrivacy(ofFile: files.key, at: path / "key")
        guard let file = files.certificate, file != files.key, Self.isReadableByAll(environment.expandingHome(file)),
            let text = try? environment.read(file, atMost: 1 << 20), text.contains("PRIVATE KEY-----")
        else { return }
        warn(
            "the file it names holds a private key too, and everybody on this machine can read it; take the key out of "
                + "it, or mend it with: chmod 600 \(file)", at: path / "certificate")
    }

    /// Warns if the configuration holds a secret and everybody can read the configuration. `remedy`: the key that names
    /// a file instead.
    mutating func checkPrivacyHere(of secret: String?, at path: ConfigurationPath, remedy: String) {
        guard secret != nil, Self.isReadableByAll(file), Self.isReachableByAll(file) else { return }
        warn(
            "everybody on this machine can read this file, and so the secret; mend it with: chmod o= \(file), or by "
                + remedy, at: path)
    }

    /// Whether these values were read without a problem: only then may they be compared with each other.
    func areValid(_ paths: ConfigurationPath...) -> Bool {
        refused.isDisjoint(with: paths)
    }

    mutating func read<Section: ConfigurationSection>(
        _ entries: [String: ConfigurationValue], into section: inout Section, at path: ConfigurationPath
    ) {
        let keys = Section.keys
        var entries = entries
        for (name, instead) in Section.formerKeys where entries.removeValue(forKey: name) != nil {
            let key = path / name
            outdated.append(problem("this key is gone and ignored: \(instead)", at: key, key: key.asKey))
        }
        for (name, value) in entries.sorted(by: { $0.key < $1.key }) {
            if let key = keys.first(where: { $0.name == name }) {
                key.read(value, path / name, &section, &self)
            } else {
                reportUnknown(value, at: path / name, named: name, among: keys.map(\.name))
            }
        }
        let isTorn = isTorn(path)
        for key in keys where key.required && entries[key.name] == nil && !isTorn {
            report(
                "\"\(key.name)\" is missing and has no default; allowed: \(key.allowed)", at: path, asTable: true)
        }
        // The root always checks the relations between its tables.
        if !isTorn || path == .root { section.check(at: path, in: &self) }
    }

    /// Reads `value` by the rule. Reports a problem and returns nil if the value breaks the rule.
    mutating func value<Value>(
        _ value: ConfigurationValue, at path: ConfigurationPath, by rule: ValueRule<Value>
    ) -> Value? {
        if let read = rule.read(value) {
            if let doubt = rule.doubt(read) { warn(doubt, at: path) }
            return read
        }
        let shown = rule.isSecret ? value.spokenKind : value.spoken
        var message = "\(shown) cannot stand here; allowed: \(rule.allowed)"
        if case .text(let text) = value, let near = nearest(to: text, among: rule.words) ?? rule.meant(text) {
            message += "; did you mean \"\(near)\"?"
        }
        report(message, at: path)
        return nil
    }

    mutating func list<Value>(
        _ value: ConfigurationValue, at path: ConfigurationPath, by rule: ValueRule<Value>, count: ClosedRange<Int>
    ) -> [Value]? {
        guard case .list(let items) = value else {
            report("\(value.spoken) cannot stand here; allowed: a list, each of it \(rule.allowed)", at: path)
            return nil
        }
        guard count.contains(items.count) else {
            let allowed = "from \(count.lowerBound) to \(count.upperBound)"
            report("the list has \(items.count) values; allowed: \(allowed)", at: path)
            return nil
        }
        return items.enumerated().compactMap { index, item in self.value(item, at: path / index, by: rule) }
    }

    mutating func table(_ value: ConfigurationValue, at path: ConfigurationPath) -> [String: ConfigurationValue]? {
        if case .table(let entries) = value { return entries }
        let header = path.asTable
        if case .list(let items) = value, items.allSatisfy(\.isTable), !items.isEmpty {
            report("this table stands once; write \(header), with one pair of brackets", at: path, asTable: true)
        } else {
            report("\(value.spoken) cannot stand here; allowed: a table, \(header)", at: path)
        }
        return nil
    }

    mutating func tables(
        _ value: ConfigurationValue, at path: ConfigurationPath, atMost limit: Int
    ) -> [([String: ConfigurationValue], ConfigurationPath)]? {
        let header = (path / 0).asTable
        if value.isTable {
            report("this table may stand several times; write \(header), with two brackets", at: path, asTable: true)
            return nil
        }
        guard case .list(let items) = value, items.allSatisfy(\.isTable) else {
            report("\(value.spoken) cannot stand here; allowed: tables, \(header)", at: path)
            return nil
        }
        if items.count > limit { report("there are \(items.count) of \(header); allowed: at most \(limit)", at: path) }
        return items.prefix(limit).enumerated().compactMap { index, item in
            guard case .table(let entries) = item else { return nil }
            return (entries, path / index)
        }
    }

    private mutating func reportUnknown(
        _ value: ConfigurationValue, at path: ConfigurationPath, named name: String, among names: [String]
    ) {
        let isTable = value.isTable || value.isTables
        let known = NodeConfiguration.knownKeys
        let homes = known.filter { $0.name == name && $0.shape == .value }.map { $0.header(among: known) }
        var message = "there is no such \(isTable ? "table" : "key")"
        if let near = nearest(to: name, among: names) {
            message += "; did you mean \"\(near)\"?"
        } else if let home = homes.first {
            message += " here; it belongs under \(home)"
        } else {
            message += "; allowed: \(names.joined(separator: ", "))"
        }
        report(message, at: value.isTables ? path / 0 : path, asTable: isTable)
    }
}

extension ConfigurationValue {
    fileprivate var isTable: Bool {
        if case .table = self { true } else { false }
    }

    fileprivate var isTables: Bool {
        guard case .list(let items) = self else { return false }
        return !items.isEmpty && items.allSatisfy(\.isTable)
    }
}
