import ArgumentParser
import SabirConfiguration
import SabirProtocol

struct CheckConfigCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check-config", abstract: "Say all that is wrong with a configuration file.",
        discussion: """
            If a node runs with another version of the file, this also says which changes a reload takes and which \
            wait for a restart. For a service, run it as root or as the service's user to learn that.

            Example:  sabir check-config /etc/sabir/sabir.toml
            """)

    @Argument(help: "The file to check.")
    var file: String

    func run() throws {
        var environment = ConfigurationEnvironment.current()
        environment.secrets = .check
        let configuration: NodeConfiguration
        do throws(ConfigurationError) {
            configuration = try NodeConfiguration.load(.file(file), on: environment)
        } catch {
            for problem in (error.problems + error.warnings).byLine { StandardOutput.print(problem.description) }
            throw ExitCode(1)
        }
        // A node starts in spite of all of these, and logs the last as warnings.
        for told in configuration.outdated + configuration.notes + configuration.warnings {
            StandardOutput.print(told.description)
        }
        if configuration.warnings.isEmpty {
            let rooms = configuration.rooms.map { "\"\($0.name)\"" }.joined(separator: ", ")
            let relays = configuration.relays.map(\.way).joined(separator: "; ")
            StandardOutput.print(
                "\(file): no problems. Rooms: \(rooms.isEmpty ? "none" : rooms)."
                    + (relays.isEmpty ? "" : " Relays: \(relays)."))
        }
        for line in RunningConfiguration.changes(to: configuration, on: environment)?.forecast ?? [] {
            StandardOutput.print(line)
        }
        guard configuration.warnings.isEmpty else { throw ExitCode(1) }
    }
}

extension RelayConfiguration {
    /// The relayed room, its host and its own side.
    fileprivate var way: String {
        let (room, host): (String?, String) =
            switch from {
            case .room(let name): (name, "whichever node announces it")
            case .address(let address, let room): (room, "\(address)")
            case .invite(let invite): (invite.room, "\(NodeAddress(host: invite.host, port: invite.port))")
            }
        let here = toInterfaces.isEmpty ? "all networks" : toInterfaces.joined(separator: ", ")
        return (room.map { "\"\($0)\"" } ?? "the only room") + " of \(host)"
            + (fromInterface.map { " over \($0)" } ?? "") + ", to \(here)"
    }
}
