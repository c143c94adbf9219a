import ArgumentParser
import SabirClient
import SabirConfiguration
import SabirCore
import SabirNode
import SabirSecurity
import SabirTerminal

struct HostCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "host", abstract: "Open a room and chat in it.",
        discussion: """
            The room is there for as long as you are. Others join it by its name; one with a password, the first time, \
            by its invite.

            Examples:  sabir host Reception --name Anna --lang en
                       sabir host Staff --password-file staff.password
            """)

    @OptionGroup var common: CommonOptions
    @OptionGroup var chat: ChatOptions

    @Argument(help: "The room's name.")
    var name: String

    @Option(help: "TCP port; 0 takes any free one. Without it, 47275, or any free one where that is in use.")
    var port: Int?

    @Option(help: "Address to listen on; may be given several times. Without it, all of them.")
    var bind: [String] = []

    @Flag(name: .customLong("no-mdns"), help: "Announce nothing on the network.")
    var noMDNS = false

    @Flag(help: "Have no web page.")
    var noWeb = false

    @Option(help: "TCP port of the web page; 0 takes any free one. Without it, 8275, or any free one.")
    var webPort: Int?

    func run() async throws {
        let overrides = ConfigurationOverrides(
            rooms: [name], password: try password(), port: port, bind: bind, noMDNS: noMDNS,
            plaintext: chat.plaintext, noWeb: noWeb, webPort: webPort)
        var configuration = try common.configuration(overrides, secrets: .node)
        if port == nil, await !PortCheck.isFree(configuration.node) { configuration.node.port = 0 }
        let chosen = configuration
        try await chat.worded(configuration, common.logger(.error)) { try await host(chosen) }
    }

    private func host(_ configuration: NodeConfiguration) async throws {
        let chat = try Chat(chat, configuration, logLevel: common.logLevel)
        DescriptorLimit.raise()
        defer { chat.console.close() }
        let translationService = await chat.translationService()
        let node = try await Node.start(configuration, translationService: translationService, logger: chat.logger)
        if !self.chat.json {
            printAddresses(node.rooms[0], chat)
        } else if !node.ownsFolder {
            chat.tellProgram(Node.sentence(withoutFolder: configuration.node.stateDirectory))
        }
        let result = await Result(awaiting: {
            let room = node.rooms[0]
            let route = FixedRoute(Destination(node.localAddress, room: room.info.id))
            let security = try room.localInvite.map { try GuestProtection.own($0) }
            try await chat.run(
                translationService, mayAskHost: false, to: .room(room.info.id), by: route, security: security,
                exempting: { await node.exempt($0, in: room.info.id) })
        })
        await node.stop()
        try result.get()
    }

    /// The password for guests; the host itself needs none.
    private func password() throws -> RoomPassword? {
        try chat.passwordFile.map { try RoomPassword(PasswordText.line($0)) }
    }

    private func printAddresses(_ room: Node.OpenRoom, _ chat: Chat) {
        let open = ["room": SafeText.name(name, columns: 40), "command": "sabir join \(room.address)"]
        var sentences = [("chat.host.open", open)]
        if let invite = room.invite { sentences.append(("chat.host.invite", ["invite": invite.description])) }
        if let page = room.page { sentences.append(("chat.host.page", ["url": page])) }
        chat.tell(sentences)
        guard let page = room.page else { return }
        if let code = PageCode.drawn(page) { chat.console.print(code.split(separator: "\n").map(String.init)) }
    }
}
