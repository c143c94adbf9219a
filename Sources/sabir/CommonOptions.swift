import ArgumentParser
import Glibc
import Logging
import SabirConfiguration

/// Where the configuration comes from, and how much is logged: the same for every command that needs them.
struct CommonOptions: ParsableArguments {
    @Option(
        help: """
            Configuration file. Without it: $XDG_CONFIG_HOME/sabir/sabir.toml, then /etc/sabir/sabir.toml, then what \
            set-up in a browser wrote.
            """)
    var config: String?

    @Option(help: "How much goes to the log: trace, debug, info, notice, warning, error or critical.")
    var logLevel: Logger.Level?

    /// What it is read from, as files are now.
    var source: ConfigurationSource {
        .locate(flag: config, environment: ConfigurationEnvironment.current().variables)
    }

    /// The configuration with the flags' values in place of the file's. What a guest could not read of it is told.
    ///
    /// - Parameter secrets: those that the command needs; the others are not read.
    func configuration(
        _ overrides: ConfigurationOverrides = ConfigurationOverrides(), secrets: SecretPolicy
    ) throws -> NodeConfiguration {
        var environment = ConfigurationEnvironment.current()
        environment.secrets = secrets
        let source = source
        guard overrides.problems.isEmpty else {
            throw Failure.usage(overrides.problems.map(\.description).joined(separator: "\n"))
        }
        do {
            let configuration = try NodeConfiguration.load(source, on: environment).applying(overrides)
            for note in configuration.notes { StandardError.write("sabir: going on without it: \(note)\n") }
            return configuration
        } catch {
            throw Failure(
                "The configuration has problems:\n\(error)", status: Self.isService ? Failure.configuration : 1)
        }
    }

    /// Whether this process is what a unit of systemd starts (systemd.exec(5), SYSTEMD_EXEC_PID).
    private static var isService: Bool { getenv("SYSTEMD_EXEC_PID").map { String(cString: $0) } == "\(getpid())" }

    func logger(_ configured: Logger.Level) -> Logger {
        var logger = Logger(
            label: "sabir",
            factory: { label -> any LogHandler in
                if JournalLogHandler.isWanted {
                    JournalLogHandler()
                } else {
                    StreamLogHandler.standardError(label: label)
                }
            })
        logger.logLevel = logLevel ?? configured
        return logger
    }
}

extension Logger.Level: @retroactive ExpressibleByArgument {}
