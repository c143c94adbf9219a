/// The line of each key in a TOML document.
///
/// The parser reports lines only for errors of grammar, so this is a light scan of the same text. The scan knows
/// headers, dotted and quoted keys, comments, the four kinds of strings, lists and inline tables, and checks nothing.
/// The lines are right for documents that the parser accepts, and for others up to their first error.
struct KeyLines: Sendable {
    /// Limits of the parts of one key and of the nested brackets in one value. Sabir's keys need four and two.
    static let maximumNesting = 16

    /// Input that crashes the parser (toml++ 3.4). The parser overflows its stack on a key of 20,000 parts. It asserts
    /// that a header's bracket is followed by a key, and a date and a space by a time. It also asserts that nothing in
    /// a list begins with `}` or a line separator.
    struct Obstacle: Hashable, Sendable {
        let line: Int
        let message: String
    }

    fileprivate static let tooDeep = "nested deeper than \(maximumNesting) levels"

    fileprivate var lines: [ConfigurationPath: Int] = [:]
    /// The line range of each header, and of each key outside headers with its value, in the file's order.
    fileprivate(set) var statements: [ClosedRange<Int>] = []
    /// The first obstacle, at which the scan stops.
    fileprivate(set) var obstacle: Obstacle?

    private init() {}

    init(_ text: String) {
        var scanner = KeyLineScanner(cursor: TOMLCursor(text), found: KeyLines())
        scanner.scan()
        self = scanner.found
    }

    /// Whether the document contains `path`, rather than a default applying.
    func isWritten(_ path: ConfigurationPath) -> Bool { lines[path] != nil }

    /// Whether the document is nested no deeper than the parser can read.
    var isShallow: Bool { obstacle?.message != Self.tooDeep }

    /// All paths that begin on these lines.
    func paths(on numbers: Range<Int>) -> [ConfigurationPath] {
        lines.filter { numbers.contains($0.value) }.map(\.key)
    }

    /// The deepest path that begins on a line.
    func innermost(on line: Int) -> ConfigurationPath? {
        lines.lazy.filter { $0.value == line }.map(\.key).max { $0.parts.count < $1.parts.count }
    }

    /// The line of `path`, counted from one; for an unseen key, the line of the nearest enclosing table.
    func line(of path: ConfigurationPath) -> Int? { lines[path] ?? path.parent.flatMap(line) }
}

/// One walk over a document's bytes. Every loop advances by at least a byte or ends.
private struct KeyLineScanner {
    var cursor: TOMLCursor
    var found: KeyLines
    var table = ConfigurationPath.root
    /// The number of tables so far of each `[[array]]`.
    var counts: [ConfigurationPath: Int] = [:]

    mutating func scan() {
        while found.obstacle == nil, cursor.skipToContent() {
            let first = cursor.line
            if cursor.take("[") { scanHeader() } else { scanPair(under: table, depth: 0) }
            found.statements.append(first...cursor.line)
            cursor.skipLine()
        }
    }

    private mutating func scanHeader() {
        let isArray = cursor.take("[")
        let line = cursor.line
        cursor.skipBlanks()
        guard cursor.isAtKey else { return stop("a table's name stands between its brackets, such as [node]") }
        let keys = scanKey()
        var path = ConfigurationPath.root
        for (index, key) in keys.enumerated() {
            path = path / key
            note(path, line)
            if isArray, index == keys.count - 1 { counts[path, default: 0] += 1 }
            if let count = counts[path] { path = path / (count - 1) }
        }
        table = path
        note(path, line)
    }

    private mutating func scanPair(under path: ConfigurationPath, depth: Int) {
        let line = cursor.line
        var path = path
        for key in scanKey() {
            path = path / key
            note(path, line)
        }
        if cursor.take("=") { scanValue(at: path, depth: depth) }
    }

    private mutating func scanKey() -> [String] {
        var keys: [String] = []
        repeat {
            cursor.skipBlanks()
            keys.append(cursor.keyPart())
            cursor.skipBlanks()
            if keys.count > KeyLines.maximumNesting { stop(KeyLines.tooDeep) }
        } while found.obstacle == nil && cursor.take(".")
        return keys
    }

    private mutating func scanValue(at path: ConfigurationPath, depth: Int) {
        guard depth < KeyLines.maximumNesting else { return stop(KeyLines.tooDeep) }
        cursor.skipBlanks()
        if cursor.take("[") {
            scanItems(of: path, depth: depth + 1)
        } else if cursor.take("{") {
            scanInlineTable(at: path, depth: depth + 1)
        } else if cursor.isAtMoment {
            stop("a date or time cannot stand here")
        } else {
            cursor.skipScalar()
        }
    }

    private mutating func scanItems(of path: ConfigurationPath, depth: Int) {
        var index = 0
        while found.obstacle == nil, cursor.skipToContent(commas: true), !cursor.take("]") {
            guard cursor.isAtValue else { return stop("a list ends with ], and its texts stand between double quotes") }
            note(path / index, cursor.line)
            scanValue(at: path / index, depth: depth)
            index += 1
        }
    }

    private mutating func scanInlineTable(at path: ConfigurationPath, depth: Int) {
        while found.obstacle == nil, cursor.skipToContent(commas: true), !cursor.take("}") {
            let start = cursor.position
            scanPair(under: path, depth: depth)
            cursor.advance(from: start)
        }
    }

    private mutating func stop(_ message: String) {
        found.obstacle = found.obstacle ?? KeyLines.Obstacle(line: cursor.line, message: message)
    }

    /// Keeps the line of the first mention: a second one is an error of grammar, or the header of a table already
    /// implied.
    private mutating func note(_ path: ConfigurationPath, _ line: Int) {
        if found.lines[path] == nil { found.lines[path] = line }
    }
}
