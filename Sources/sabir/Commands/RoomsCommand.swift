import ArgumentParser
import Logging
import SabirCore
import SabirClient
import SabirConfiguration
import SabirDiscovery
import SabirTerminal
import SabirProtocol
import SabirTranslation
import SabirNode

struct RoomsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rooms", abstract: "List the rooms on this network.",
        discussion: """
            Lists the rooms that are announced by mDNS, and those of the peers that the configuration names.

            Examples:  sabir rooms
                       sabir rooms --watch --json
            """)

    @OptionGroup var common: CommonOptions

    @Flag(help: "One JSON object a line, for programs.")
    var json = false

    @Flag(help: "Go on and show what changes, until Ctrl-C.")
    var watch = false

    @Option(help: "For how many seconds to look.")
    var timeout = 2.0

    func validate() throws {
        guard timeout > 0, timeout <= 3_600 else { throw ValidationError("--timeout takes 0.1 to 3600 seconds.") }
    }

    @Flag(help: "Ask peers without TLS, for nodes that run with --plaintext.")
    var plaintext = false

    func run() async throws {
        let configuration = try common.configuration(secrets: .guest)
        let plaintext = plaintext || configuration.node.plaintext
        // This command itself says what a warning would.
        let logger = common.logger(.error)
        let words = InterfaceCatalogue.load(
            from: DataFolder.locate(configured: configuration.node.dataDirectory), logger: logger)
        guard !watch else { return await watchRooms(configuration.discovery, plaintext, words, logger) }
        let outcome: RoomFinder.Outcome
        do {
            outcome = try await RoomFinder(configuration.discovery, plaintext: plaintext, logger: logger)
                .rooms(for: .seconds(timeout))
        } catch {
            let sentence = Sentence(
                "Rooms cannot be looked up here: \(error) See: sabir doctor.", as: "lookup-failed",
                ["command": "sabir doctor"])
            throw Failure(worded((error as? RouteError)?.sentence ?? sentence, words))
        }
        if json {
            for room in outcome.rooms { StandardOutput.print(Self.json(room, nil)) }
        } else {
            for (room, hosts) in ListedRooms.once(outcome.rooms) {
                StandardOutput.print(text(room, at: hosts, nil, words))
            }
        }
        for sentence in outcome.silent { StandardError.write(worded(sentence, words) + "\n") }
        if outcome.rooms.isEmpty, !json { StandardError.write(words.sentence("rooms.none", in: language) + "\n") }
    }

    /// Programs are told in English.
    private func worded(_ sentence: Sentence, _ words: InterfaceCatalogue) -> String {
        json ? sentence.english : words.sentence(sentence, in: language)
    }

    private var language: LanguageTag { .ofThisLocale() }

    private func watchRooms(
        _ discovery: DiscoverySettings, _ plaintext: Bool, _ words: InterfaceCatalogue, _ logger: Logger
    ) async {
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
        var listed = ListedRooms()
        for await heard in events {
            for event in json ? [heard] : listed.follow(heard) { show(event, words) }
        }
    }

    private func show(_ event: Browser.Event, _ words: InterfaceCatalogue) {
        switch event {
        case .found(let room): show(room, as: "found", words)
        case .changed(let room): show(room, as: "changed", words)
        case .lost(let room): show(room, as: "lost", words)
        case .unavailable(let reason):
            let told = worded(reason, words)
            // The English sentence ends with the reason alone.
            let text = told == reason.english ? "Rooms cannot be looked up for now: \(reason)" : told
            StandardError.write(text + "\n")
        case .available:
            let text = json ? "Rooms can be looked up again." : words.sentence("rooms.again", in: language)
            StandardError.write(text + "\n")
        }
    }

    private func show(_ room: DiscoveredRoom, as event: String, _ words: InterfaceCatalogue) {
        StandardOutput.print(json ? Self.json(room, event) : text(room, at: [room.host], event, words))
    }

    private func text(
        _ room: DiscoveredRoom, at hosts: [String], _ event: String?, _ words: InterfaceCatalogue
    ) -> String {
        func word(_ key: String, _ values: [String: String] = [:]) -> String {
            words.sentence("rooms." + key, in: language, values)
        }
        let columns = [
            event.map { word($0) }, SafeText.name(room.name, columns: 40),
            word("host", ["host": hosts.map { SafeText.name($0, columns: 40) }.joined(separator: ", ")]),
            NodeAddress(room).description,
            word("members", ["n": String(room.record.members)]),
            word(room.record.authentication == .password ? "password" : "open"),
            room.record.fingerprint == nil ? word("no-tls") : nil, room.peer == nil ? nil : word("peer"),
        ]
        return columns.compactMap { $0 }.joined(separator: "  ")
    }

    static func json(_ room: DiscoveredRoom, _ event: String?) -> String {
        var fields: JSONFields = [
            "name": room.name, "id": room.id, "host": room.host, "address": room.addresses[0].text,
            "port": room.port, "addresses": room.addresses.map(\.text), "members": room.record.members,
            "password": room.record.authentication == .password, "tls": room.record.fingerprint != nil,
            "found": room.peer == nil ? "mdns" : "peer",
        ]
        fields["event"] = event
        return fields.text
    }
}

extension NodeAddress {
    /// The room's first address, which is its best.
    init(_ room: DiscoveredRoom) { self.init(host: room.addresses[0].text, port: Int(room.port)) }
}
