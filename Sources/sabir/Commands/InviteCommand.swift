import ArgumentParser
import SabirNode

struct InviteCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "invite", abstract: "Print the invite to a room that this computer hosts.",
        discussion: """
            Whoever joins by it can be sure of this computer, from the first time on. In a terminal, its QR code \
            follows.

            Examples:  sabir invite Reception
                       sabir join 'sabir://10.0.0.5:47275/…#fp=…'
            """)

    @OptionGroup var common: CommonOptions

    @Argument(help: "The room's name.")
    var room: String

    @Option(help: "The address by which guests reach this computer. Without it, the most likely one.")
    var host: String?

    @Option(help: "The port that this computer listens on. Without it, that of the configuration.")
    var port: Int?

    func run() async throws {
        let configuration = try common.configuration(secrets: .none)
        let invite = try configuration.invite(to: room, host: host, port: port)
        StandardOutput.print(invite.description)
        PageCode.show(invite.description)
    }
}
