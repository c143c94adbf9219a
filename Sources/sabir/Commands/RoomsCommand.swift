import ArgumentParser
import Foundation
import SabirDiscovery
import SabirNode
import SabirRooms
import SabirTerminal

struct RoomsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rooms", abstract: "List the rooms on this network.",
        discussion: """
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

    func run() async throws {
        // What a warning would say is said by this command itself.
        let logger = common.logger(.error)
        if watch { return try await watchRooms(AvahiClient(logger: logger)) }
        let rooms: [DiscoveredRoom]
        do {
            rooms = try await Browser.rooms(for: .seconds(timeout), logger: logger)
        } catch {
            throw Failure("Rooms cannot be looked up here: \(error) See: sabir doctor.")
        }
        for room in rooms { show(room, as: "room") }
        if rooms.isEmpty, !json { StandardError.write("No rooms were found on this network.\n") }
    }

    private func watchRooms(_ client: AvahiClient) async throws {
        let browser = Browser(client: client, logger: common.logger(.error))
        await browser.start()
        await client.open()
        for await event in browser.events {
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
            room.record.fingerprint == nil ? "without TLS" : nil,
        ]
        return words.compactMap { $0 }.joined(separator: "  ")
    }

    static func json(_ room: DiscoveredRoom, _ event: String?) -> String {
        var fields: [String: JSONValue] = [
            "name": .string(room.name), "id": .string(room.id), "host": .string(room.host),
            "address": .string(room.addresses[0].text), "port": .int(Int(room.port)),
            "addresses": .array(room.addresses.map { .string($0.text) }),
            "members": .int(room.record.members), "password": .bool(room.record.authentication == .password),
            "tls": .bool(room.record.fingerprint != nil),
        ]
        if let event { fields["event"] = .string(event) }
        return JSONValue.object(fields).text
    }
}

extension NodeAddress {
    /// The room's best address.
    init(_ room: DiscoveredRoom) { self.init(host: room.addresses[0].text, port: Int(room.port)) }
}
