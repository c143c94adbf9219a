import ArgumentParser
import Glibc
import Logging
import SabirConfiguration
import SabirNode
import SabirProtocol
import ServiceLifecycle
import UnixSignals
import SabirMetrics
import SabirCore
import SabirTranslationService

struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve", abstract: "Host rooms until it is told to stop.",
        discussion: """
            Prints a line for each room once it is open:  open ROOM ADDRESS:PORT ID
            then its invite, which guests can be sure by:  invite ROOM sabir://ADDRESS:PORT/ID#fp=…
            and, where it listens for IRC:  irc ADDRESS:PORT
            and, where it has a page, one with its address:  page ROOM http://ADDRESS:PORT/r/ROOM
            and, beside a page over plain HTTP:  secure https://ADDRESS:PORT/staff SHA-256-OF-ITS-CERTIFICATE
            In a terminal, the code that leads a telephone there follows.
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

    @Flag(help: "Translate nothing: neither for the page's readers nor for guests without an engine.")
    var noTranslate = false

    @Flag(help: "Have no web page.")
    var noWeb = false

    @Option(help: "TCP port of the web page; 0 takes any free one. Without it, 8275, or any free one.")
    var webPort: Int?

    @Flag(help: "Take the flood limits off. For measuring only.")
    var unlimited = false

    @Flag(help: "Talk without TLS: everybody on the network can read along, and guests have to say --plaintext too.")
    var plaintext = false

    func run() async throws {
        let configuration = try common.configuration(overrides, secrets: .node)
        try await Self.serve(configuration, common)
    }

    /// What `sabir serve` and `sabir relay` share.
    static func serve(_ configuration: NodeConfiguration, _ common: CommonOptions) async throws {
        guard !configuration.rooms.isEmpty || !configuration.relays.isEmpty else {
            throw Failure.usage("There is no room to open. Name one with --room NAME, or in the configuration.")
        }
        let logger = common.logger(configuration.node.logLevel)
        warnOfRoot(logger)
        for warning in configuration.warnings + configuration.outdated { logger.warning("\(warning)") }
        DescriptorLimit.raise()
        let metrics = NodeMetrics()
        let translationService =
            configuration.translation.enabled
            ? TranslationService(configuration, metrics: metrics, logger: logger) : nil
        await translationService?.translator.start()
        let carried = CarriedRooms()
        let node: Node
        do {
            node = try await Node.start(
                configuration, translationService: translationService, metrics: metrics, logger: logger,
                carried: carried.changed)
        } catch let error as NodeError {
            throw Failure(error.description)
        }
        try await serve(node, carried, logger)
        await translationService?.close()
    }

    /// No port below 1,024, no file of others: whoever breaks in through a fault should find no rights.
    private static func warnOfRoot(_ logger: Logger) {
        guard geteuid() == 0 else { return }
        logger.warning("sabir runs as root and needs none of its rights; config/sabir.service runs it without them.")
    }

    private static func serve(_ node: Node, _ carried: CarriedRooms, _ logger: Logger) async throws {
        let hangups = HangupService(
            hangups: await UnixSignalsSequence(trapping: .sighup), node: node, logger: logger)
        let group = ServiceGroup(
            configuration: ServiceGroupConfiguration(
                services: [.init(service: NodeService(node: node, carried: carried)), .init(service: hangups)],
                gracefulShutdownSignals: [.sigterm, .sigint], logger: logger))
        try await group.run()
    }

    private var overrides: ConfigurationOverrides {
        var overrides = ConfigurationOverrides()
        overrides.rooms = rooms
        overrides.port = port
        overrides.bind = bind
        overrides.noMDNS = noMDNS
        overrides.noTranslate = noTranslate
        overrides.unlimited = unlimited
        overrides.plaintext = plaintext
        overrides.noWeb = noWeb
        overrides.webPort = webPort
        return overrides
    }
}

/// A started node as a service: runs until it is told to stop, then says goodbye.
private struct NodeService: Service {
    let node: Node
    let carried: CarriedRooms

    /// By now signals are caught: whoever reads that a room is open may end it properly.
    func run() async throws {
        for room in node.rooms { StandardOutput.print("open \(room.info.name) \(room.address) \(room.info.id)") }
        for room in node.rooms {
            if let invite = room.invite { StandardOutput.print("invite \(room.info.name) \(invite)") }
        }
        if let irc = node.ircAddress { StandardOutput.print("irc \(irc)") }
        if let secure = node.securePage { StandardOutput.print("secure \(secure.address)/staff \(secure.fingerprint)") }
        for room in node.rooms {
            guard let page = room.page else { continue }
            StandardOutput.print("page \(room.info.name) \(page)")
            PageCode.show(page)
        }
        let telling = Task { await carried.tell() }
        try await gracefulShutdown()
        await node.stop()
        carried.end()
        await telling.value
    }
}

/// How relays' parts change, as lines. They wait until somebody prints them: during the node's start nobody should read
/// that a room is open, and end a program that does not catch signals yet.
private struct CarriedRooms: Sendable {
    private typealias Change = (room: RoomInfo, isOpen: Bool, page: String?)
    private let changes: AsyncStream<Change>
    private let queue: AsyncStream<Change>.Continuation

    init() { (changes, queue) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1_000)) }

    var changed: @Sendable (RoomInfo, Bool, String?) -> Void { { [queue] in queue.yield(($0, $1, $2)) } }

    func end() { queue.finish() }

    /// Prints `carry ROOM ID` or `stand-by ROOM ID`, and where the page shows the room, until the end.
    func tell() async {
        for await (room, isOpen, page) in changes {
            StandardOutput.print("\(isOpen ? "carry" : "stand-by") \(room.name) \(room.id)")
            guard let page else { continue }
            StandardOutput.print("page \(room.name) \(page)")
            PageCode.show(page)
        }
    }
}

/// Has the page's certificate read anew, and says that all else needs a restart, instead of dying of the signal.
private struct HangupService: Service {
    let hangups: UnixSignalsSequence
    let node: Node
    let logger: Logger

    func run() async throws {
        for await _ in hangups.cancelOnGracefulShutdown() {
            logger.notice("SIGHUP: the configuration is read at the start only; restart sabir to apply changes")
            await node.reload()
        }
    }
}
