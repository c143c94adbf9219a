import ArgumentParser
import NIOPosix
import SabirClient
import SabirConfiguration
import SabirCore
import SabirDoctor
import SabirSecurity
import SabirTerminal
import SabirProtocol

struct TopologyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "topology",
        abstract: "Show which relays carry a room, how many are behind each, and how far each is with it.",
        discussion: """
            Asks without entering the room: nobody there sees it. Of an older host (0.1.0) it enters for a moment, as \
            "topology", and says so. What a node does not know is not shown: lag is
            what relays tell once a second, seen from the node that is asked. Of a room of a cluster, on a machine whose \
            configuration has that room, it also tells of each NATS server whether it syncs each write to its disk.

            Examples:  sabir topology Reception
                       sabir topology 10.0.0.5:47275 --json
            """)

    @OptionGroup var common: CommonOptions

    @Argument(help: "A room's name, HOST:PORT, HOST:PORT/ROOM, or an invite.")
    var room: String

    @Flag(help: "One JSON object.")
    var json = false

    @Flag(help: "Talk without TLS, where the room's host does.")
    var plaintext = false

    func run() async throws {
        let configuration = try common.configuration(secrets: .guest)
        let target: JoinTarget
        do throws(RouteError) {
            target = try JoinTarget(room).checked()
        } catch {
            throw Failure.usage(error.description)
        }
        let security = try security(target, configuration)
        let pins = security == nil ? Pins() : try pins(configuration)
        let (welcome, topology) = try await look(target, pins, security)
        await security?.settle()
        let report = TopologyReport(
            welcome, topology, servers: await servers(welcome, topology.told, configuration))
        if json { StandardOutput.print(report.object.text) } else { report.lines.forEach(StandardOutput.print) }
    }

    /// Those that hold the room's stream; nil where it has none, or this computer's configuration does not name them.
    private func servers(
        _ welcome: Welcome, _ told: RoomTopology?, _ configuration: NodeConfiguration
    ) async -> [ClusterServer]? {
        let isNamed = configuration.rooms.contains {
            $0.log == .nats && $0.id?.uuidString.lowercased() == welcome.room.id.lowercased()
        }
        return told?.authority == .stream && isNamed ? await ClusterCheck.servers(configuration.cluster) : nil
    }

    private func security(_ target: JoinTarget, _ configuration: NodeConfiguration) throws -> (any GuestSecurity)? {
        guard !plaintext, !configuration.node.plaintext else { return nil }
        do throws(SecurityError) {
            return try GuestProtection.pinned(
                target.way, stateDirectory: configuration.node.stateDirectory, logger: common.logger(.warning)
            ) { _ in }
        } catch {
            throw Failure(error.description)
        }
    }

    private func pins(_ configuration: NodeConfiguration) throws -> Pins {
        do throws(SecurityError) {
            return try PinStore(folder: configuration.node.stateDirectory).read()
        } catch {
            throw Failure(error.description)
        }
    }

    /// What the node tells; of an older one everybody who is in, page by page. Ends where the connection does.
    private func look(
        _ target: JoinTarget, _ pins: Pins, _ security: (any GuestSecurity)?
    ) async throws -> (Welcome, Topology) {
        let logger = common.logger(.warning)
        // "und", for no language in particular, is well-formed (BCP 47).
        var hello = Hello(room: nil, name: "topology", lang: LanguageTag("und")!, client: ProgramVersion.client)
        hello.asksTopology = true
        let room = RemoteRoom(
            hello, by: target.route(pins: pins, logger: logger), security: security,
            on: MultiThreadedEventLoopGroup.singleton.next(), logger: logger)
        await room.join()
        var welcome: Welcome?
        var members: [MemberInfo] = []
        var told: RoomTopology?
        for await event in room.events {
            switch event {
            case .welcome(let greeting):
                welcome = greeting
                guard !greeting.features.contains(.asks) else { break }
                StandardError.write(
                    "This host is of an older version: it was asked from within the room, where others saw \"topology\" "
                        + "come and go.\n")
                // Answered before the members are, where it is answered at all.
                await room.askTopology()
                await room.who()
            case .topology(var topology):
                if let welcome, welcome.features.contains(.asks) {
                    await room.leave()
                    return (welcome, Topology(topology))
                }
                topology.here -= 1
                told = topology
            case .members(let page, let more):
                members += page
                if more { await room.who(after: page.last?.id) } else { await room.leave() }
            case .reconnecting(let reason): throw Failure(reason)
            case .ended(let fault?): throw Failure(fault.reason)
            default: break
            }
        }
        guard let welcome else { throw Failure("The room did not answer.") }
        return (welcome, Topology(members.filter { $0.id != welcome.member }, told))
    }
}
