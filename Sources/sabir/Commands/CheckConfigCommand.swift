import ArgumentParser
import SabirNode

struct CheckConfigCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check-config", abstract: "Say all that is wrong with a configuration file.",
        discussion: "Example:  sabir check-config /etc/sabir/sabir.toml")

    @Argument(help: "The file to check.")
    var file: String

    func run() throws {
        let configuration: NodeConfiguration
        do throws(ConfigurationError) {
            configuration = try NodeConfiguration.load(.file(file))
        } catch {
            for problem in error.problems { StandardOutput.print(problem.description) }
            throw ExitCode(1)
        }
        // A node starts with these all the same, and warns of them.
        for warning in configuration.warnings { StandardOutput.print(warning.description) }
        guard configuration.warnings.isEmpty else { throw ExitCode(1) }
        let rooms = configuration.rooms.map { "\"\($0.name)\"" }.joined(separator: ", ")
        StandardOutput.print("\(file): no problems. Rooms: \(rooms.isEmpty ? "none" : rooms).")
    }
}
