import ArgumentParser
import SabirConfiguration

struct RelayCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "relay", abstract: "Carry a room that another node hosts to this network.",
        discussion: """
            Opens the room here under its own name and id, and announces it. People on both sides are in one \
            conversation. While the host cannot be reached, people here can still read, and what they write waits.

            Once, at this computer:    sabir staff key
            Once, at the host:         sabir staff add --relay "Floor 2" KEY
                                       sabir invite Reception
            Then here:                 sabir relay INVITE

            Prints "carry ROOM ID" once the room is open here. Prints "stand-by ROOM ID" once it is not: another relay \
            carries it, or the host no longer lets this one in.
            To carry a room for good, write it into the configuration, under [[relay]]; see docs/relays.md.
            """)

    @OptionGroup var common: CommonOptions

    @Argument(help: "The room: its invite, HOST:PORT/ROOM, or its name.")
    var from: String

    @Option(name: .customLong("as"), help: "What this relay is called. Without it, the name of the node.")
    var name: String?

    @Option(
        help: """
            A name for the people to whom it opens the room. Of several relays with the same side, one carries the \
            room. Without it, this one carries it in any case.
            """)
    var side: String?

    @Option(name: .customLong("from-interface"), help: "Reach the host over this network interface alone.")
    var fromInterface: String?

    @Option(
        name: .customLong("to-interface"),
        help: "Announce the room, and let people in, on this network interface alone; may be given several times.")
    var toInterfaces: [String] = []

    @Option(
        name: .customLong("password-file"),
        help: "File whose first line is the room's password, if it has one. People here are asked for it too.")
    var passwordFile: String?

    @Option(help: "TCP port; 0 takes any free one.")
    var port: Int?

    @Option(help: "Address to listen on; may be given several times. Without it, all of them.")
    var bind: [String] = []

    @Flag(name: .customLong("no-mdns"), help: "Announce nothing on the network.")
    var noMDNS = false

    @Flag(help: "Talk without TLS, on both sides: everybody on the network can read along.")
    var plaintext = false

    @Flag(help: "Turn the flood limits off. For measuring only.")
    var unlimited = false

    func run() async throws {
        let overrides = ConfigurationOverrides(
            port: port, bind: bind, noMDNS: noMDNS, noTranslate: true, unlimited: unlimited, plaintext: plaintext,
            noWeb: true)
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
        var relay = RelayConfiguration(from: try orUsage { try JoinTarget(from).checked() })
        relay.name = name
        relay.side = side
        relay.fromInterface = fromInterface
        relay.toInterfaces = toInterfaces
        relay.password = password
        return relay
    }
}
