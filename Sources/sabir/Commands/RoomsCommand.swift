import ArgumentParser
import Foundation
import Logging
import SabirDiscovery
import SabirNode
import SabirRooms
import SabirTerminal

struct RoomsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rooms", abstract: "List the rooms on this network.",
        discussion: """
            They are those announced by mDNS, and those that the peers named in the configuration have.

            Examples:  sabir rooms
                       sabir rooms --watch --json
            """)

    @OptionGroup var common: CommonOptions

    @Flag(help: "One JSON object a line, for programs.")
    var json = false

    @Flag(help: "Go on and tell what changes, until Ctrl-C.")
    var watch = false

    @Option(help: "Seconds to look for.")
    var timeout = 2.0

    func validate() throws {
        guard timeout > 0, timeout <= 3_600 else { throw ValidationError("--timeout takes 0.1 to 3600 seconds.") }
    }

    @Flag(help: "Ask peers without TLS: for networks whose nodes are served so.")
    var plaintext = false

    func run() async throws {
        let configuration = try common.configuration(secrets: .guest)
        let plaintext = plaintext || configuration.node.plaintext
        // What a warning would say is said by this command itself.
        let logger = common.logger(.error)
        guard !watch else { return await watchRooms(configuration.discovery, plaintext, logger) }
        let outcome: RoomFinder.Outcome
        do {
            outcome = try await RoomFinder(configuration.discovery, plaintext: plaintext, logger: logger)
                .rooms(for: .seconds(timeout))
        } catch {
            throw Failure("Rooms cannot be looked up here: \(error) See: sabir doctor.")
        }
        for room in outcome.rooms { show(room, as: "room") }
        for sentence in outcome.silent { StandardError.write(sentence + "\n") }
        if outcome.rooms.isEmpty, !json { StandardError.write("No rooms were found on this network.\n") }
    }

    private func watchRooms(_ discovery: DiscoverySettings, _ plaintext: Bool, _ logger: Logger) async {
        let (events, told) = AsyncStream.makeStream(
            of: Browser.Event.self, bufferingPolicy: .bufferingNewest(1_024))
        let watch = PeerWatch(discovery, plaintext: plaintext)
        Task { for await event in watch.events { told.yield(event) } }
        await watch.start()
        let client = AvahiClient(logger: logger)
        let browser = Browser(client: client, interfaces: discovery.interfaces, logger: logger)
        if discovery.mdns {
            Task { for await event in browser.events { told.yield(event) } }
            await browser.start()
            await client.open()
        }
        for await event in events {
            switch event {
            case .found(let room): show(room, as: "found")
            case .changed(let room): show(room, as: "changed")
            case .lost(let room): show(room, as: "lost")
            case .unavailable(let reason): StandardError.write("Rooms cannot be looked up for now: \(reason)\n")
            case .available: StandardError.write("Rooms can be looked up again.\n")
            }
        }
    }

    private func show(_ room: DiscoveredRoom, as event: String) {
        StandardOutput.print(json ? Self.json(room, watch ? event : nil) : Self.text(room, watch ? event : nil))
    }

    static func text(_ room: DiscoveredRoom, _ event: String?) -> String {
        let members = room.record.members == 1 ? "1 member" : "\(room.record.members) members"
        let words = [
            event, SafeText.name(room.name, columns: 40), "on \(SafeText.name(room.host, columns: 40))",
            NodeAddress(room).description, members, room.record.authentication == .password ? "password" : "open",
            room.record.fingerprint == nil ? "without TLS" : nil, room.peer == nil ? nil : "at a peer",
        ]
        return words.compactMap { $0 }.joined(separator: "  ")
    }

    static func json(_ room: DiscoveredRoom, _ event: String?) -> String {
        var fields: [String: JSONValue] = [
            "name": .string(room.name), "id": .string(room.id), "host": .string(room.host),
            "address": .string(room.addresses[0].text), "port": .int(Int(room.port)),
            "addresses": .array(room.addresses.map { .string($0.text) }),
            "members": .int(room.record.members), "password": .bool(room.record.authentication == .password),
            "tls": .bool(room.record.fingerprint != nil), "found": .string(room.peer == nil ? "mdns" : "peer"),
        ]
        if let event { fields["event"] = .string(event) }
        return JSONValue.object(fields).text
    }
}

extension NodeAddress {
    /// The room's best address.
    init(_ room: DiscoveredRoom) { self.init(host: room.addresses[0].text, port: Int(room.port)) }
}
