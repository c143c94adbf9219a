import ArgumentParser
import NIOPosix
import SabirNode
import SabirRooms
import SabirSecurity
import SabirTerminal
import SabirWire

struct TopologyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "topology", abstract: "Show which relays carry a room, and how many people are behind each.",
        discussion: """
            Enters the room for a moment, as "topology", and leaves again.

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
        let configuration = try common.configuration()
        let target: JoinTarget
        do throws(RouteError) {
            target = try JoinTarget(room)
        } catch {
            throw Failure.usage(error.description)
        }
        let security = try security(target, configuration)
        let (welcome, members) = try await look(target, security)
        await security?.settle()
        show(welcome, Topology(members.filter { $0.id != welcome.member }))
    }

    private func security(_ target: JoinTarget, _ configuration: NodeConfiguration) throws -> (any GuestSecurity)? {
        guard !plaintext, !configuration.node.plaintext else { return nil }
        do throws(SecurityError) {
            return try GuestProtection.pinned(
                target, stateDirectory: configuration.node.stateDirectory, logger: common.logger(.warning)
            ) { _ in }
        } catch {
            throw Failure(error.description)
        }
    }

    /// Everybody who is in, page by page. Ends where the connection does.
    private func look(
        _ target: JoinTarget, _ security: (any GuestSecurity)?
    ) async throws -> (Welcome, [MemberInfo]) {
        let logger = common.logger(.warning)
        // "und", for no language in particular, is well-formed (BCP 47).
        let hello = Hello(room: nil, name: "topology", lang: LanguageTag("und")!, client: Version.client)
        let room = RemoteRoom(
            hello, by: target.route(logger: logger), security: security,
            on: MultiThreadedEventLoopGroup.singleton.next(), logger: logger)
        await room.join()
        var welcome: Welcome?
        var members: [MemberInfo] = []
        for await event in room.events {
            switch event {
            case .welcome(let told):
                welcome = told
                await room.who()
            case .members(let page, let more):
                members += page
                if more { await room.who(after: page.last?.id) } else { await room.leave() }
            case .reconnecting(let reason): throw Failure(reason)
            case .ended(let fault?): throw Failure(fault.reason)
            default: break
            }
        }
        guard let welcome else { throw Failure("The room did not answer.") }
        return (welcome, members)
    }

    private func show(_ welcome: Welcome, _ topology: Topology) {
        guard !json else { return StandardOutput.print(Self.object(welcome, topology).text) }
        StandardOutput.print("\(SafeText.name(welcome.room.name))  \(welcome.room.id)  \(welcome.seq) messages")
        StandardOutput.print("host  \(topology.membersAtHost) here")
        for relay in topology.relays {
            let indent = String(repeating: "  ", count: relay.hops)
            StandardOutput.print("\(indent)relay \(SafeText.name(relay.name))  \(relay.members) here")
        }
    }

    private static func object(_ welcome: Welcome, _ topology: Topology) -> JSONValue {
        let relays = topology.relays.map { relay in
            JSONValue.object([
                "name": .string(relay.name), "via": .optional(relay.via), "hops": .int(relay.hops),
                "members": .int(relay.members),
            ])
        }
        return .object([
            "room": .object(["id": .string(welcome.room.id), "name": .string(welcome.room.name)]),
            "epoch": .string(welcome.epoch), "seq": .int(welcome.seq),
            "host": .object(["members": .int(topology.membersAtHost)]), "relays": .array(relays),
        ])
    }
}
