import ArgumentParser
import SabirNode

struct CheckConfigCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check-config", abstract: "Say all that is wrong with a configuration file.",
        discussion: "Example:  sabir check-config /etc/sabir/sabir.toml")

    @Argument(help: "The file to check.")
    var file: String

    func run() throws {
        do {
            var surroundings = ConfigurationSurroundings.current()
            surroundings.secrets = .check
            let configuration = try NodeConfiguration.load(.file(file), on: surroundings)
            for note in configuration.notes { StandardOutput.print("\(note)") }
            let rooms = configuration.rooms.map { "\"\($0.name)\"" }.joined(separator: ", ")
            StandardOutput.print("\(file): no problems. Rooms: \(rooms.isEmpty ? "none" : rooms).")
        } catch {
            for problem in error.problems { StandardOutput.print(problem.description) }
            throw ExitCode(1)
        }
    }
}
