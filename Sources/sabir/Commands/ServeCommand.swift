import ArgumentParser
import Glibc
import Logging
import SabirConfiguration
import SabirCore

struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve", abstract: "Host rooms until told to stop.",
        discussion: """
            Prints these lines, each once it holds:

                open ROOM ADDRESS:PORT ID                 a room
                invite ROOM sabir://ADDRESS:PORT/ID#fp=…  its invite
                page ROOM http://ADDRESS:PORT/r/ROOM      its page
                secure https://ADDRESS:PORT/staff SHA256  the page over HTTPS
                irc ADDRESS:PORT                          where it listens for IRC
                carry ROOM ID                             a room that it relays
                stand-by ROOM ID                          another relay carries it
                setup ADDRESS                             where to set it up

            SHA256 is the fingerprint of the node's own certificate, for comparing it with what a browser shows. In a \
            terminal, the QR code of the page follows. With --set-up, the code to type is in the log.
            SIGTERM or Ctrl-C says goodbye to everybody and ends.

            Examples:  sabir serve --config config/sabir.toml
                       sabir serve --room Reception --room "Waiting room"
            """)

    @OptionGroup var common: CommonOptions

    @Option(name: .customLong("room"), help: "A room to host; may be given several times. Replaces those of the file.")
    var rooms: [String] = []

    @Option(help: "TCP port; 0 takes any free one.")
    var port: Int?

    @Option(help: "Address to listen on; may be given several times. Without it, all of them.")
    var bind: [String] = []

    @Flag(name: .customLong("no-mdns"), help: "Announce nothing on the network.")
    var noMDNS = false

    @Flag(help: "Translate nothing, neither for the page's readers nor for guests without an engine.")
    var noTranslate = false

    @Flag(help: "Open no web page.")
    var noWeb = false

    @Option(help: "TCP port of the web page; 0 takes any free one. Without it, 8275, or any free one.")
    var webPort: Int?

    @Flag(help: "Turn the flood limits off. For measuring only.")
    var unlimited = false

    @Flag(help: "Talk without TLS: everybody on the network can read along, and guests have to say --plaintext too.")
    var plaintext = false

    @Flag(
        help: """
            If there is no configuration, wait until somebody sets the place up in a browser (/setup), with a code \
            that is in the log; then open its rooms.
            """)
    var setUp = false

    func run() async throws {
        let overrides = ConfigurationOverrides(
            rooms: rooms, port: port, bind: bind, noMDNS: noMDNS, noTranslate: noTranslate, unlimited: unlimited,
            plaintext: plaintext, noWeb: noWeb, webPort: webPort)
        try await Self.serve(common, setsUp: setUp && rooms.isEmpty) {
            try common.configuration(overrides, secrets: .node)
        }
    }

    /// The common part of `sabir serve` and `sabir relay`.
    ///
    /// - Parameters:
    ///   - setsUp: whether the page may write the configuration, and the node waits for it if there is none.
    ///   - read: reads the configuration at the start, at each `SIGHUP` and after the page has written it.
    static func serve(
        _ common: CommonOptions, setsUp: Bool = false, _ read: @escaping @Sendable () throws -> NodeConfiguration
    ) async throws {
        let told = setsUp ? try ServedNode.takeBackup() : nil
        let configuration = try read()
        let logger = common.logger(configuration.node.logLevel)
        logger.notice("Sabir \(ProgramVersion.text) starts")
        if let told { logger.notice("\(told)") }
        warnOfRoot(logger)
        DescriptorLimit.raise()
        let source: @Sendable () -> ConfigurationSource = { common.source }
        try await ServedNode(read: read, setsUp: setsUp ? source : nil, logger: logger).run(configuration)
    }

    /// Root is not needed: no port is below 1,024 and no file is another user's. An attacker who gets in through a bug
    /// should find no privileges.
    private static func warnOfRoot(_ logger: Logger) {
        guard geteuid() == 0 else { return }
        logger.warning("sabir runs as root and needs none of its rights; config/sabir.service runs it without them.")
    }
}
