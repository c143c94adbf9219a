/// One mistake in a configuration, described for the person who wrote it.
///
/// Never holds a secret: values of secret keys are not quoted.
package struct ConfigurationProblem: Hashable, Sendable, CustomStringConvertible {
    /// The file's name as the caller gave it; `--port` and the like for a flag.
    package let file: String
    /// Counted from one; nil if the problem has no line, such as a file that cannot be opened.
    package let line: Int?
    /// In characters, counted from one; known only for errors of TOML's grammar.
    package let column: Int?
    /// The key as people write it, `[node] port`; empty if the problem concerns no single key.
    package let key: String
    /// What is wrong and what is allowed, without a final full stop.
    package let message: String

    init(file: String, line: Int? = nil, column: Int? = nil, key: String = "", message: String) {
        self.file = file
        self.line = line
        self.column = column
        self.key = key
        self.message = message
    }

    func adding(_ words: String) -> ConfigurationProblem {
        ConfigurationProblem(file: file, line: line, column: column, key: key, message: message + words)
    }

    /// `sabir.toml:12: [node] prot: there is no such key; did you mean "port"?`
    package var description: String {
        let place = [file, line.map(String.init), column.map(String.init)].compactMap { $0 }.joined(separator: ":")
        return [place, key, message].filter { !$0.isEmpty }.joined(separator: ": ")
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
