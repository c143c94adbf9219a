import ArgumentParser
import SabirClient
import SabirConfiguration
import SabirCore
import SabirSecurity
import SabirProtocol
import SabirNode

struct JoinCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "join", abstract: "Chat in a room of this network.",
        discussion: """
            Examples:  sabir join Reception --lang es
                       sabir join 10.0.0.5:47275 --name Anna
                       echo '{"message":"Good morning"}' | sabir join Reception --json
            """)

    @OptionGroup var common: CommonOptions
    @OptionGroup var chat: ChatOptions

    @Argument(
        help: "A room's name, an address, HOST:PORT, HOST:PORT/ROOM, or an invite sabir://HOST:PORT/ROOM-ID#fp=….")
    var room: String

    func run() async throws {
        let configuration = try common.configuration(secrets: .guest)
        try await chat.worded(configuration, common.logger(.error)) { try await join(configuration) }
    }

    private func join(_ configuration: NodeConfiguration) async throws {
        let target = try orUsage { try JoinTarget(room).checked() }
        let chat = try Chat(chat, configuration, logLevel: common.logLevel)
        defer { chat.console.close() }
        let isPlain = self.chat.plaintext || configuration.node.plaintext
        // Without TLS no host shows a key, so nothing is known of any host.
        let pins = isPlain ? Pins() : try orNodeError { try PinStore(folder: configuration.node.stateDirectory).read() }
        var meant = target
        if case .room(let query) = target {
            chat.tellSearch(for: query)
            meant = await OwnNode.target(for: query, configuration, plaintext: isPlain, pins: pins) ?? target
        }
        let security = try security(meant, chat)
        let finder = RoomFinder(
            configuration.discovery, plaintext: isPlain, logger: chat.logger)
        let route = meant.route(by: finder, pins: pins, passedOver: chat.tellPassedOver, logger: chat.logger)
        try await chat.run(await chat.translationService(), to: target, by: route, security: security)
    }

    private func security(_ target: JoinTarget, _ chat: Chat) throws -> (any GuestSecurity)? {
        guard !self.chat.plaintext, !chat.configuration.node.plaintext else {
            guard case .invite = target else { return nil }
            throw Failure.usage(
                Sentence(
                    "An invite is for talking over TLS. Without it join by address: sabir join HOST:PORT.",
                    as: "needs-tls", ["command": "sabir join HOST:PORT"]))
        }
        return try GuestProtection.pinned(
            target.way, stateDirectory: chat.configuration.node.stateDirectory, logger: chat.logger,
            met: chat.tellMeeting)
    }
}
