/// One thing that is wrong in a configuration, in words for the person who wrote it.
///
/// Never holds a secret: values of secret keys are not quoted.
package struct ConfigurationProblem: Hashable, Sendable, CustomStringConvertible {
    /// The file as its reader named it; `--port` and the like for a flag.
    package let file: String
    /// Counted from one; nil where the problem has no line, such as a file that cannot be opened.
    package let line: Int?
    /// In characters, counted from one; known for errors of TOML's grammar only.
    package let column: Int?
    /// The key as people write it, `[node] port`; empty where the problem is not with one key.
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

/// Everything that keeps a configuration from being used, in the order of the file's lines.
package struct ConfigurationError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Never empty.
    package let problems: [ConfigurationProblem]
    /// What a node would have started with, had there been no problems: doubts, then keys of earlier versions.
    package internal(set) var warnings: [ConfigurationProblem] = []

    /// One problem a line.
    package var description: String { problems.map(\.description).joined(separator: "\n") }
}
