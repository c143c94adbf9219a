import Foundation

/// Where the configuration is read from.
package enum ConfigurationSource: Hashable, Sendable {
    case file(String)
    /// No file was named, and none was found.
    case builtIn

    /// The first of: `--config`, `$XDG_CONFIG_HOME/sabir/sabir.toml` (by default in `~/.config`),
    /// `/etc/sabir/sabir.toml`, the file that the page wrote, the built-in defaults. A file named by `--config` is the
    /// source even if it does not exist, so that a typing error does not silently select the defaults.
    package static func locate(
        flag: String?, environment: [String: String], isRoot: Bool = geteuid() == 0,
        exists: (String) -> Bool = { FileManager.default.fileExists(atPath: $0) }
    ) -> ConfigurationSource {
        if let flag { return .file(flag) }
        let user = ConfigurationEnvironment(hostName: "", variables: environment, isRoot: isRoot)
        let folder = user.folder("XDG_CONFIG_HOME") ?? user.folder("HOME").map { $0 + "/.config" }
        let candidates =
            [folder, "/etc"].compactMap { $0.map { $0 + "/sabir/sabir.toml" } } + [own(in: user.stateDirectory)]
        return candidates.first(where: exists).map(ConfigurationSource.file) ?? .builtIn
    }

    /// The file that the web page writes, in the state directory.
    package static func own(in stateDirectory: String) -> String { stateDirectory + "/sabir.toml" }
}

extension NodeConfiguration {
    /// Reads the source, and throws all of its problems at once.
    package static func load(
        _ source: ConfigurationSource, on environment: ConfigurationEnvironment = .current()
    ) throws(ConfigurationError) -> NodeConfiguration {
        guard case .file(let path) = source else { return NodeConfiguration(on: environment) }
        let text: String
        do {
            text = try environment.read(path, atMost: TOMLDocument.maximumBytes)
        } catch {
            let problem = ConfigurationProblem(file: path, message: "the file cannot be read: \(error.reason)")
            throw ConfigurationError(problems: [problem])
        }
        return try NodeConfiguration(parsing: text, file: path, on: environment)
    }

    /// Parses a text. `file` is the name shown in problems. Reads only the files that the text names.
    package init(
        parsing text: String, file: String, on environment: ConfigurationEnvironment
    ) throws(ConfigurationError) {
        self.init(on: environment)
        source.text = text
        let document = try TOMLDocument(text, file: file)
        var reader = ConfigurationReader(of: document, file: file, environment: environment)
        reader.read(document.root, into: &self, at: .root)
        (warnings, outdated, notes) = (reader.warnings.byLine, reader.outdated.byLine, reader.notes.byLine)
        guard reader.problems.isEmpty else {
            throw ConfigurationError(problems: reader.problems.byLine, warnings: warnings + outdated)
        }
    }
}
