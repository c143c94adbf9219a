import ArgumentParser
import SabirClient
import SabirConfiguration

struct RelayCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "relay", abstract: "Carry a room that lives elsewhere on to this network.",
        discussion: """
            The room is opened here under its own name and id, and announced; everybody in it is in one conversation, \
            which its host numbers. Where the host cannot be reached, those here go on reading, and what they write \
            waits.

            Once, at this computer:    sabir staff key
            Once, at the host:         sabir staff add --relay "Floor 2" KEY
                                       sabir invite Reception
            Then here:                 sabir relay INVITE

            Prints "carry ROOM ID" once the room is open here, "stand-by ROOM ID" where it is not: another relay carries \
            it, or its host lets this one in no longer.
            What is to be carried for good stands in the configuration, under [[relay]]; see docs/relays.md.
            """)

    @OptionGroup var common: CommonOptions

    @Argument(help: "The room: its invite, HOST:PORT/ROOM, or its name.")
    var from: String

    @Option(name: .customLong("as"), help: "What this relay is called. Without it, the name of the node.")
    var name: String?

    @Option(
        help: """
            Which people it opens the room to: of several relays with the same side one carries. Without it, this one \
            carries whatever others do.
            """)
    var side: String?

    @Option(name: .customLong("from-interface"), help: "The network interface over which alone the host is reached.")
    var fromInterface: String?

    @Option(
        name: .customLong("to-interface"),
        help: "A network interface over which alone it is announced and entered here; may be given several times.")
    var toInterfaces: [String] = []

    @Option(
        name: .customLong("password-file"),
        help: "File whose first line is the room's password, where it has one; those here are asked for it too.")
    var passwordFile: String?

    @Option(help: "TCP port; 0 takes any free one.")
    var port: Int?

    @Option(help: "Address to listen on; may be given several times. Without it, all of them.")
    var bind: [String] = []

    @Flag(name: .customLong("no-mdns"), help: "Announce nothing on the network.")
    var noMDNS = false

    @Flag(help: "Talk without TLS, on both sides: everybody on the network can read along.")
    var plaintext = false

    @Flag(help: "Take the flood limits off. For measuring only.")
    var unlimited = false

    func run() async throws {
        var overrides = ConfigurationOverrides()
        overrides.port = port
        overrides.bind = bind
        overrides.noMDNS = noMDNS
        overrides.plaintext = plaintext
        overrides.unlimited = unlimited
        overrides.noWeb = true
        overrides.noTranslate = true
        let (common, settings, relay) = (common, overrides, try relay())
        try await ServeCommand.serve(common) {
            var configuration = try common.configuration(settings, secrets: .node)
            configuration.rooms = []
            configuration.relays = [relay]
            return configuration
        }
    }

    private func relay() throws -> RelayConfiguration {
        let password = try passwordFile.map(PasswordText.password)
        do throws(RouteError) {
            var relay = RelayConfiguration(from: try JoinTarget(from).checked())
            relay.name = name
            relay.side = side
            relay.fromInterface = fromInterface
            relay.toInterfaces = toInterfaces
            relay.password = password
            return relay
        } catch {
            throw Failure.usage(error.description)
        }
    }
}
