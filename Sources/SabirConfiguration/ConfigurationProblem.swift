/// One mistake in a configuration, described for the person who wrote it.
///
/// Never holds a secret: values of secret keys are not quoted.
package struct ConfigurationProblem: Hashable, Sendable, CustomStringConvertible {
    /// The file's name as the caller gave it; `--port` and the like for a flag.
    package let file: String
    /// The problem's line, counted from one; nil if it has none, such as a file that cannot be opened.
    package internal(set) var line: Int?
    /// The problem's column in characters, counted from one; known only for errors of TOML's grammar.
    package internal(set) var column: Int?
    /// The key as people write it, `[node] port`; empty if the problem concerns no single key.
    package internal(set) var key = ""
    /// What is wrong and what is allowed, without a final full stop.
    package internal(set) var message: String

    func adding(_ words: String) -> ConfigurationProblem {
        var problem = self
        problem.message += words
        return problem
    }

    /// `sabir.toml:12: [node] prot: there is no such key; did you mean "port"?`
    package var description: String {
        let place = [file, line.map(String.init), column.map(String.init)].compactMap { $0 }.joined(separator: ":")
        return [place, key, message].filter { !$0.isEmpty }.joined(separator: ": ")
    }
}

extension [ConfigurationProblem] {
    /// The problems in the order of the file's lines; those of one line stay in their order.
    package var byLine: [ConfigurationProblem] {
        enumerated().sorted { ($0.element.line ?? 0, $0.offset) < ($1.element.line ?? 0, $1.offset) }.map(\.element)
    }
}

/// All problems that make a configuration unusable, in the order of the file's lines.
package struct ConfigurationError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Never empty.
    package let problems: [ConfigurationProblem]
    /// Warnings about the rest of the file: likely mistakes, then outdated keys.
    package internal(set) var warnings: [ConfigurationProblem] = []

    /// One line for each problem.
    package var description: String { problems.map(\.description).joined(separator: "\n") }
}
