import Foundation
import TOMLKit

/// The text of a configuration file, parsed: its tables, and the line of each key.
package struct TOMLDocument {
    /// A configuration is some hundred lines; more than this is a mistake, or meant to hurt.
    package static let maximumBytes = 1 << 20
    /// Levels of nesting looked into. No key lies deeper than five.
    static let maximumDepth = 64

    /// Mistakes of TOML's grammar that are looked for in one file.
    static let mostMistakes = 20

    let root: [String: ConfigurationValue]
    let lines: KeyLines
    /// Mistakes of grammar, in the order of the file's lines. What stands on their lines is not in `root`.
    let problems: [ConfigurationProblem]
    /// The keys and tables on those lines.
    let unread: Set<ConfigurationPath>

    /// Throws where nothing of the text can be read, or it has too many mistakes; one that can be passed over is among
    /// `problems`, so that what else is wrong is told in the same run.
    init(_ text: String, file: String) throws(ConfigurationError) {
        (root, lines, problems, unread) = try Self.read(text, file)
    }

    private typealias Parts = (
        root: [String: ConfigurationValue], lines: KeyLines, problems: [ConfigurationProblem],
        unread: Set<ConfigurationPath>
    )

    private static func read(_ text: String, _ file: String) throws(ConfigurationError) -> Parts {
        if let problem = obstacle(in: text, file: file) { throw ConfigurationError(problems: [problem]) }
        var (rest, problems, unread) = (text, [ConfigurationProblem](), Set<ConfigurationPath>())
        while true {
            let lines = KeyLines(rest)
            let problem: ConfigurationProblem
            if let obstacle = lines.obstacle {
                let (line, what) = describe(obstacle)
                problem = ConfigurationProblem(file: file, line: line, message: what)
            } else {
                do {
                    let root = ConfigurationValue.entries(of: try TOMLTable(string: rest), depth: maximumDepth)
                    return (root, lines, problems, unread)
                } catch {
                    problem = self.problem(error, in: rest, lines: lines, file: file)
                }
            }
            guard problems.count < mostMistakes, lines.isShallow, let gap = gap(around: problem.line, in: rest, lines)
            else {
                throw ConfigurationError(problems: problems + [problem.adding("; what follows was not checked")])
            }
            problems.append(gap.count == 1 ? problem : problem.adding(unchecked))
            let paths = lines.paths(on: gap)
            unread.formUnion(paths)
            // What else stands in those lines' tables is not known.
            if gap.count > 1 { unread.formUnion(paths.compactMap(\.parent)) }
            rest = without(gap, of: rest)
        }
    }

    private static let unchecked = "; what follows, up to the next table, was not checked"

    /// The lines that are passed over because of a mistake: its own, where a whole key with its value stands there; else
    /// all up to the next table, as nobody knows where they belong. Nil where there is nothing to pass over.
    private static func gap(around line: Int?, in text: String, _ lines: KeyLines) -> Range<Int>? {
        let rows = rows(of: text)
        guard let line = line.map({ min(max($0, 1), rows.count) }) else { return nil }
        let statement = lines.statements.last { $0.lowerBound <= line }
        let first = statement?.lowerBound ?? line
        let isHeader = rows[first - 1].first == "["
        if !isHeader, statement == line...line { return line..<line + 1 }
        let header = rows.indices.dropFirst(first).first { Self.isHeader(rows[$0]) }
        let gap = first..<(header ?? rows.count) + 1
        return gap.contains { !rows[$0 - 1].isEmpty } ? gap : nil
    }

    /// Each line, without white space before it.
    private static func rows(of text: String) -> [Substring] {
        text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { row in
            Substring(row).drop(while: \.isWhitespace)
        }
    }

    /// Whether a table begins here, and not a list in a list.
    private static func isHeader(_ row: Substring) -> Bool {
        let words = row.prefix { $0 != "#" }
        guard let end = words.lastIndex(where: { !$0.isWhitespace }), words[end] == "]", row.first == "[" else {
            return false
        }
        let name = words[..<end].drop { $0 == "[" }.prefix { $0 != "]" }
        return name.first?.isLetter == true
            && name.allSatisfy { $0.isLetter || $0.isNumber || "_-. ".contains($0) }
    }

    /// The lines stay, and are empty.
    private static func without(_ gap: Range<Int>, of text: String) -> String {
        let rows = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        return rows.enumerated().map { index, row in gap.contains(index + 1) ? "" : String(Substring(row)) }
            .joined(separator: "\n")
    }

    /// What nothing is read of: the parser takes text up to the first NUL for the whole. What else it must not be given is
    /// the scan's.
    private static func obstacle(in text: String, file: String) -> ConfigurationProblem? {
        if text.utf8.count > maximumBytes {
            return ConfigurationProblem(file: file, message: "the file is larger than 1 MiB; nothing in it was read")
        }
        if let line = firstLine(of: text, holding: ["\0", "\\u0000", "\\U00000000"]) {
            return ConfigurationProblem(file: file, line: line, message: "NUL characters are not allowed")
        }
        return nil
    }

    private static func describe(_ obstacle: KeyLines.Obstacle) -> (line: Int, what: String) {
        switch obstacle {
        case .tooDeep(let line): (line, "nested deeper than \(KeyLines.maximumNesting) levels")
        case .namelessHeader(let line): (line, "a table's name stands between its brackets, such as [node]")
        case .notAValue(let line): (line, "a list ends with ], and its texts stand between double quotes")
        case .moment(let line): (line, "a date or time cannot stand here")
        }
    }

    private static func firstLine(of text: String, holding needles: [String]) -> Int? {
        guard needles.contains(where: { text.utf8.firstRange(of: $0.utf8) != nil }) else { return nil }
        let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        let index = lines.firstIndex { line in needles.contains { line.firstRange(of: $0.utf8) != nil } }
        return (index ?? 0) + 1
    }

    private static func problem(
        _ error: any Error, in text: String, lines: KeyLines, file: String
    ) -> ConfigurationProblem {
        guard let error = error as? TOMLParseError else {
            return ConfigurationProblem(file: file, message: "the file cannot be read as TOML")
        }
        let place = error.source.begin
        let line = line(place.line, of: text)
        let path = lines.innermost(on: place.line)
        let known = path.flatMap { path in
            NodeConfiguration.knownKeys.first { $0.shape == .value && $0.path == path.names }
        }
        let reason = known.flatMap { Self.reason(for: Substring(line), of: $0) }
        return ConfigurationProblem(
            file: file, line: place.line, column: place.column,
            key: known == nil ? "" : path?.asKey ?? "",
            message: reason ?? sentence(for: error.description, line: line)
        )
    }

    /// Of a key whose value is a bare word, or left out, what can stand there. Only a word for yes or no is quoted: another
    /// may be a secret.
    private static func reason(for line: Substring, of key: KnownKey) -> String? {
        guard let sign = line.firstIndex(of: "=") else { return nil }
        let value = line[line.index(after: sign)...].prefix { $0 != "#" }.drop(while: \.isWhitespace)
        let word = value.prefix { $0.isLetter }
        if value.isEmpty { return "nothing stands behind its \"=\"; allowed: \(key.allowed)" }
        guard !word.isEmpty else { return nil }
        let isFlag = ["yes", "no", "on", "off", "true", "false"].contains(word.lowercased())
        return "\(isFlag ? String(word) : "a bare word") cannot stand here; allowed: \(key.allowed)"
    }

    private static func line(_ number: Int, of text: String) -> Substring.UTF8View.SubSequence {
        let lines = Substring(text).utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        return lines.indices.contains(number - 1) ? lines[number - 1] : Substring().utf8
    }

    /// The parser says "Error while parsing boolean: expected 'true', saw 'trsecret'". What it saw may be half a
    /// secret, and the line and column say where to look: it is left out.
    private static func sentence(for description: String, line: Substring.UTF8View.SubSequence) -> String {
        let words = Substring(line).drop { $0.isWhitespace || $0 == "\"" || $0 == "'" }
        if words.hasPrefix("key") {
            return "this is not TOML (a text stands between double quotes, on one line)"
        }
        let text = description.replacing("Error while parsing ", with: "", maxReplacements: 1)
        let parts = text.split(separator: ": ", maxSplits: 1)
        let what = parts.first.map(String.init) ?? "this"
        var why = parts.count > 1 ? String(parts[1]) : "not understood"
        if let saw = why.range(of: ", saw ") { why = String(why[..<saw.lowerBound]) }
        if why.hasPrefix("encountered end-of-file") { why = "the file ends in the middle of it" }
        if why.contains("could not determine value type") { why = "a text stands between double quotes" }
        return "this is not TOML, in a \(printable(what, atMost: 60)): \(printable(why, atMost: 120))"
    }
}
