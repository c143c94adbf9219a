import Foundation
import TOMLKit

/// The text of a configuration file, parsed: its tables, and the line of each key.
package struct TOMLDocument {
    /// A configuration is some hundred lines; more than this is a mistake, or meant to hurt.
    package static let maximumBytes = 1 << 20
    /// Levels of nesting looked into. No key lies deeper than five.
    static let maximumDepth = 64

    let root: [String: ConfigurationValue]
    let lines: KeyLines

    init(_ text: String, file: String) throws(ConfigurationError) {
        lines = KeyLines(text)
        if let problem = Self.obstacle(in: text, lines: lines, file: file) {
            throw ConfigurationError(problems: [problem])
        }
        do {
            root = ConfigurationValue.entries(of: try TOMLTable(string: text), depth: Self.maximumDepth)
        } catch {
            throw ConfigurationError(problems: [Self.problem(error, in: text, lines: lines, file: file)])
        }
    }

    /// What the parser must not be given. It takes text up to the first NUL for the whole; the rest is the scan's.
    private static func obstacle(in text: String, lines: KeyLines, file: String) -> ConfigurationProblem? {
        if text.utf8.count > maximumBytes {
            return ConfigurationProblem(file: file, message: "the file is larger than 1 MiB; nothing in it was read")
        }
        if let line = firstLine(of: text, holding: ["\0", "\\u0000", "\\U00000000"]) {
            return ConfigurationProblem(file: file, line: line, message: "NUL characters are not allowed")
        }
        guard let obstacle = lines.obstacle else { return nil }
        let (line, what) = describe(obstacle)
        return ConfigurationProblem(file: file, line: line, message: what + "; nothing in the file was read")
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
            message: reason.map { $0 + unread } ?? sentence(for: error.description, line: line)
        )
    }

    private static let unread = "; what follows was not checked"

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
            return "this is not TOML (a text stands between double quotes, on one line)" + unread
        }
        let text = description.replacing("Error while parsing ", with: "", maxReplacements: 1)
        let parts = text.split(separator: ": ", maxSplits: 1)
        let what = parts.first.map(String.init) ?? "this"
        var why = parts.count > 1 ? String(parts[1]) : "not understood"
        if let saw = why.range(of: ", saw ") { why = String(why[..<saw.lowerBound]) }
        if why.hasPrefix("encountered end-of-file") { why = "the file ends in the middle of it" }
        if why.contains("could not determine value type") { why = "a text stands between double quotes" }
        return "this is not TOML, in a \(printable(what, atMost: 60)): \(printable(why, atMost: 120))" + unread
    }
}
