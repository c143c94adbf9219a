import ArgumentParser
import Glibc
import Logging
import SabirConfiguration
import SabirCore
import SabirNode

/// Options for the configuration and the log level, shared by every command that needs them.
struct CommonOptions: ParsableArguments {
    @Option(
        help: """
            Configuration file. Without it: $XDG_CONFIG_HOME/sabir/sabir.toml, then /etc/sabir/sabir.toml, then what \
            set-up in a browser wrote.
            """)
    var config: String?

    @Option(help: "How much goes to the log: trace, debug, info, notice, warning, error or critical.")
    var logLevel: Logger.Level?

    /// The configuration's source, with its present files.
    var source: ConfigurationSource {
        .locate(flag: config, environment: ConfigurationEnvironment.current().variables)
    }

    /// The configuration, with the flags' values in place of the file's. Tells what a guest could not read.
    ///
    /// - Parameter secrets: the secrets that the command needs; no others are read.
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

    /// The state folder of the node that the configuration describes.
    func stateDirectory() throws -> String { try configuration(secrets: .none).node.stateDirectory }

    /// Runs `body` with a connection to the page of the node on this machine, and closes the connection.
    func withNodePage<T>(_ body: (NodePage) async throws -> T) async throws -> T {
        let node = NodePage(try configuration(secrets: .none))
        let result = await Result(awaiting: { try await body(node) })
        await node.close()
        return try result.get()
    }

    /// Whether systemd started this process for a unit (systemd.exec(5), SYSTEMD_EXEC_PID).
    private static var isService: Bool { getenv("SYSTEMD_EXEC_PID").map { String(cString: $0) } == "\(getpid())" }

    func logger(_ configured: Logger.Level) -> Logger {
        var logger = Logger(
            label: "sabir",
            factory: {
                JournalLogHandler.isWanted
                    ? JournalLogHandler() as any LogHandler : StreamLogHandler.standardError(label: $0)
            })
        logger.logLevel = logLevel ?? configured
        return logger
    }
}

extension Logger.Level: @retroactive ExpressibleByArgument {}
