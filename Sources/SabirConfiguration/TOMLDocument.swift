import Foundation
import TOMLKit

/// A parsed configuration file: its tables, and the line of each key.
package struct TOMLDocument {
    /// A configuration has some hundred lines; a larger file is a mistake or an attack.
    package static let maximumBytes = 1 << 20
    /// The most errors of grammar reported for one file.
    static let mostMistakes = 20

    let root: [String: ConfigurationValue]
    let lines: KeyLines
    /// Errors of grammar, in the order of the file's lines. `root` lacks what is on those lines.
    let problems: [ConfigurationProblem]
    /// The keys and tables on the lines with errors.
    let unread: Set<ConfigurationPath>

    /// Throws if nothing can be read, or if there are too many errors of grammar. An error that can be skipped is added
    /// to `problems`, so that one run reports everything.
    init(_ text: String, file: String) throws(ConfigurationError) {
        if let problem = Self.obstacle(in: text, file: file) { throw ConfigurationError(problems: [problem]) }
        var (rest, problems, unread) = (text, [ConfigurationProblem](), Set<ConfigurationPath>())
        while true {
            let lines = KeyLines(rest)
            let problem: ConfigurationProblem
            if let obstacle = lines.obstacle {
                problem = ConfigurationProblem(file: file, line: obstacle.line, message: obstacle.message)
            } else {
                do {
                    root = ConfigurationValue.entries(of: try TOMLTable(string: rest))
                    (self.lines, self.problems, self.unread) = (lines, problems, unread)
                    return
                } catch {
                    problem = Self.problem(error, in: rest, lines: lines, file: file)
                }
            }
            guard problems.count < Self.mostMistakes, lines.isShallow,
                let gap = Self.gap(around: problem.line, in: rest, lines)
            else {
                throw ConfigurationError(problems: problems + [problem.adding("; what follows was not checked")])
            }
            problems.append(gap.count == 1 ? problem : problem.adding(Self.unchecked))
            let paths = lines.paths(on: gap)
            unread.formUnion(paths)
            // Other keys of the skipped tables may have been lost too.
            if gap.count > 1 { unread.formUnion(paths.compactMap(\.parent)) }
            rest = Self.without(gap, of: rest)
        }
    }

    private static let unchecked = "; what follows, up to the next table, was not checked"

    /// The lines to skip because of an error: those of the broken key if they hold a whole key with its value,
    /// otherwise everything up to the next table, because the rest may belong to any key. Nil if nothing can be
    /// skipped.
    private static func gap(around line: Int?, in text: String, _ lines: KeyLines) -> Range<Int>? {
        let rows = Self.lines(of: text).map { $0.drop(while: \.isWhitespace) }
        guard let line = line.map({ min(max($0, 1), rows.count) }) else { return nil }
        let statement = lines.statements.last { $0.lowerBound <= line }
        let first = statement?.lowerBound ?? line
        let isHeader = rows[first - 1].first == "["
        if !isHeader, statement == line...line { return line..<line + 1 }
        let header = rows.indices.dropFirst(first).first { Self.isHeader(rows[$0]) }
        let gap = first..<(header ?? rows.count) + 1
        return gap.contains { !rows[$0 - 1].isEmpty } ? gap : nil
    }

    private static func lines(of text: String) -> [Substring] {
        text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { Substring($0) }
    }

    /// Whether a line is a table's header, not a list in a list.
    private static func isHeader(_ row: Substring) -> Bool {
        let words = row.prefix { $0 != "#" }
        guard let end = words.lastIndex(where: { !$0.isWhitespace }), words[end] == "]", row.first == "[" else {
            return false
        }
        let name = words[..<end].drop { $0 == "[" }.prefix { $0 != "]" }
        return name.first?.isLetter == true
            && name.allSatisfy { $0.isLetter || $0.isNumber || "_-. ".contains($0) }
    }

    /// Empties the lines, so that line numbers stay the same.
    private static func without(_ gap: Range<Int>, of text: String) -> String {
        lines(of: text).enumerated().map { index, row in gap.contains(index + 1) ? "" : row }.joined(separator: "\n")
    }

    /// A reason to read nothing at all: the parser takes text up to the first NUL for the whole. The scan finds other
    /// dangerous input.
    private static func obstacle(in text: String, file: String) -> ConfigurationProblem? {
        if text.utf8.count > maximumBytes {
            return ConfigurationProblem(file: file, message: "the file is larger than 1 MiB; nothing in it was read")
        }
        let needles = ["\0", "\\u0000", "\\U00000000"]
        let index = lines(of: text).firstIndex { line in
            needles.contains { line.utf8.firstRange(of: $0.utf8) != nil }
        }
        return index.map {
            ConfigurationProblem(file: file, line: $0 + 1, message: "NUL characters are not allowed")
        }
    }

    private static func problem(
        _ error: any Error, in text: String, lines: KeyLines, file: String
    ) -> ConfigurationProblem {
        guard let error = error as? TOMLParseError else {
            return ConfigurationProblem(file: file, message: "the file cannot be read as TOML")
        }
        let place = error.source.begin
        let rows = Self.lines(of: text)
        let line = rows.indices.contains(place.line - 1) ? rows[place.line - 1] : ""
        let path = lines.innermost(on: place.line)
        let known = path.flatMap { path in
            NodeConfiguration.knownKeys.first { $0.shape == .value && $0.path == path.names }
        }
        let reason = known.flatMap { Self.reason(for: line, of: $0) }
        return ConfigurationProblem(
            file: file, line: place.line, column: place.column,
            key: known == nil ? "" : path?.asKey ?? "",
            message: reason ?? sentence(for: error.description, line: line)
        )
    }

    /// Why a bare word or nothing is not a valid value of `key`. Only words for yes and no are quoted, because any
    /// other word may be a secret.
    private static func reason(for line: Substring, of key: KnownKey) -> String? {
        guard let sign = line.firstIndex(of: "=") else { return nil }
        let value = line[line.index(after: sign)...].prefix { $0 != "#" }.drop(while: \.isWhitespace)
        let word = value.prefix { $0.isLetter }
        if value.isEmpty { return "nothing stands behind its \"=\"; allowed: \(key.allowed)" }
        guard !word.isEmpty else { return nil }
        let isFlag = ["yes", "no", "on", "off", "true", "false"].contains(word.lowercased())
        return "\(isFlag ? String(word) : "a bare word") cannot stand here; allowed: \(key.allowed)"
    }

    /// Shortens the parser's message, such as "Error while parsing boolean: expected 'true', saw 'trsecret'". The seen
    /// text may be half a secret, and line and column show the place.
    private static func sentence(for description: String, line: Substring) -> String {
        let words = line.drop { $0.isWhitespace || $0 == "\"" || $0 == "'" }
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
