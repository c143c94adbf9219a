import ArgumentParser
import Logging
import SabirNode

/// Where the configuration comes from, and how much is logged: the same for every command that needs them.
struct CommonOptions: ParsableArguments {
    @Option(help: "Configuration file. Without it: $XDG_CONFIG_HOME/sabir/sabir.toml, then /etc/sabir/sabir.toml.")
    var config: String?

    @Option(help: "How much goes to the log: trace, debug, info, notice, warning, error or critical.")
    var logLevel: Logger.Level?

    /// The configuration with the flags' values in place of the file's.
    func configuration(_ overrides: ConfigurationOverrides = ConfigurationOverrides()) throws -> NodeConfiguration {
        let surroundings = ConfigurationSurroundings.current()
        let source = ConfigurationSource.locate(flag: config, environment: surroundings.environment)
        guard overrides.problems.isEmpty else {
            throw Failure.usage(overrides.problems.map(\.description).joined(separator: "\n"))
        }
        do {
            return try NodeConfiguration.load(source, on: surroundings).applying(overrides)
        } catch {
            throw Failure("The configuration has problems:\n\(error)")
        }
    }

    func logger(_ configured: Logger.Level) -> Logger {
        var logger = Logger(label: "sabir", factory: { StreamLogHandler.standardError(label: $0) })
        logger.logLevel = logLevel ?? configured
        return logger
    }
}

extension Logger.Level: @retroactive ExpressibleByArgument {}
