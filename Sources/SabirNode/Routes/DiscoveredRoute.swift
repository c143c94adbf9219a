import Logging
import SabirClient
import SabirDiscovery
import SabirSecurity
import SabirProtocol

/// The route to a room by name: found by mDNS or at a peer, and searched again when the last destination fails.
package actor DiscoveredRoute: RoomRoute {
    /// How long to search for a room, the first time and after it was lost.
    static let firstSearch = Duration.seconds(6)
    static let laterSearch = Duration.seconds(3)

    private let query: String
    private let finder: RoomFinder
    /// The person's pins with this name. ``RoomTrust`` decides whom to trust; here they decide whom to ask.
    private let known: [Pin]
    private let passedOver: @Sendable ([DiscoveredRoom]) -> Void
    private var last: (id: String, destinations: [Destination])?
    private var isRepeat = false
    /// For a relay: the fewest relays between a node that was found and the room's host.
    private var fewest: (id: String, hops: Int)?

    /// - Parameter finder: nil to use only announcements.
    /// - Parameter known: the rooms that the person knows by this name: they are waited for and preferred.
    /// - Parameter passedOver: told about other rooms of that name, once.
    package init(
        _ query: String, by finder: RoomFinder? = nil, known: [Pin] = [],
        passedOver: @escaping @Sendable ([DiscoveredRoom]) -> Void = { _ in }, logger: Logger
    ) {
        self.query = query
        self.known = known
        self.passedOver = passedOver
        self.finder = finder ?? RoomFinder(logger: logger)
    }

    package nonisolated var mayLeadElsewhere: Bool { true }

    package func destinations() async throws(RouteError) -> [Destination] {
        guard let last else { return try await search(Self.firstSearch) }
        // Tries the last destination first, because it costs nothing, then searches the network, in turn.
        isRepeat.toggle()
        if isRepeat { return last.destinations }
        return (try? await search(Self.laterSearch)) ?? last.destinations
    }

    private func search(_ time: Duration) async throws(RouteError) -> [Destination] {
        do {
            let outcome = try await finder.find(query, or: last?.id, within: time, where: isWanted)
            // The room may be announced under another name by now if its own was taken; its id identifies it.
            let found = outcome.rooms.filter { $0.isMeant(by: query) || $0.id == last?.id }
            return try chosen(from: found, silent: outcome.silent)
        } catch let error as RouteError {
            throw error
        } catch {
            throw RouteError(
                "Rooms cannot be looked up here: \(error) Join by address instead: sabir join HOST:PORT.",
                as: "lookup-failed", ["command": "sabir doctor"])
        }
    }

    /// A host that was killed stays announced for a while, until another takes its room's name.
    package func destinations(besides tried: [Destination]) async -> [Destination] {
        let isWanted = isWanted
        let isOther: @Sendable (DiscoveredRoom) -> Bool = {
            isWanted($0) && !Self.destinations(of: $0).allSatisfy(tried.contains)
        }
        let outcome = try? await finder.find(query, within: Self.firstSearch, where: isOther)
        let found = outcome?.rooms.filter { $0.answers(to: query) && isOther($0) }
        let dead = last
        last = nil
        guard let others = try? chosen(from: found ?? []) else {
            last = dead
            return []
        }
        return others.filter { !tried.contains($0) }
    }

    private func chosen(from found: [DiscoveredRoom], silent: [Sentence] = []) throws(RouteError) -> [Destination] {
        let id = try choose(from: found, silent)
        // One room may be announced more than once: by its host and a relay, or by an earlier run of its host.
        var ways = found.filter { $0.id == id }
        if finder.relay != nil {
            ways = nearest(among: ways, of: id)
            guard !ways.isEmpty else { throw notFound(silent) }
        }
        let destinations = ways.flatMap(Self.destinations)
        last = (id, destinations)
        return destinations
    }

    /// The nodes nearest to the host. A relay that lost its link must not connect to a node as far from the host as
    /// itself: that node would refuse the relay, which would take the refusal for its end.
    func nearest(among ways: [DiscoveredRoom], of id: String) -> [DiscoveredRoom] {
        func hops(_ room: DiscoveredRoom) -> Int { room.record.relay?.hops ?? 0 }
        let known = fewest?.id == id ? fewest?.hops : nil
        let hopsNow = min(known ?? .max, ways.map(hops).min() ?? .max)
        fewest = (id, hopsNow)
        return ways.filter { hops($0) == hopsNow }
    }

    private static func destinations(of room: DiscoveredRoom) -> [Destination] {
        room.addresses.map {
            Destination(
                NodeAddress(host: $0.text, port: Int(room.port)), room: room.id, certificate: room.record.fingerprint)
        }
    }

    /// The id of the room joined before, if it was found; otherwise of the only room.
    private func choose(from found: [DiscoveredRoom], _ silent: [Sentence]) throws(RouteError) -> String {
        if let last, found.contains(where: { $0.id == last.id }) { return last.id }
        let named = Self.named(query, among: found)
        let meant = Self.meant(named, known)
        let others = named.filter { room in !meant.contains { $0.id == room.id } }
        if !others.isEmpty { passedOver(others) }
        let found = meant
        guard let first = found.first else { throw notFound(silent) }
        let ids = Set(found.map(\.id))
        guard ids.count == 1 else {
            let ways = RoomCommands.list(found)
            let sentence = Sentence(
                "There are \(ids.count) rooms \"\(query)\". Choose one: \(ways)", as: "rooms-several",
                ["room": query, "ways": ways])
            let strange = Sentence("None of them is the one known here by that name.", as: "rooms-strange")
            throw RouteError(known.isEmpty || isWanted(first) ? sentence : sentence.followed(by: [strange]))
        }
        return first.id
    }

    private func notFound(_ silent: [Sentence]) -> RouteError {
        let sentence = Sentence(
            "No room \"\(query)\" was found on this network. See which there are with: sabir rooms. "
                + "A room can also be joined by address: sabir join HOST:PORT.",
            as: "room-not-found", ["room": query, "list": "sabir rooms", "command": "sabir join HOST:PORT"])
        return RouteError(sentence.followed(by: silent))
    }

    /// Whether the search may end with this room: if the person knows rooms by the name, it waits for one of them.
    private var isWanted: @Sendable (DiscoveredRoom) -> Bool {
        let known = known
        return { room in known.isEmpty || Self.isKnown(room, known) || Self.isOfKnownHost(room, known) }
    }

    /// Rooms that the name may mean. If a node has a room of exactly that name, its "NAME #2" is another room.
    static func named(_ query: String, among found: [DiscoveredRoom]) -> [DiscoveredRoom] {
        let exact = found.filter { $0.answers(to: query) }
        return found.filter { room in room.answers(to: query) || !exact.contains { isOfOneNode($0, room) } }
    }

    /// Whether both announcements claim the same node and key. Anybody can announce another node's id and would hide
    /// its room, but cannot prove its key, which is checked on connecting.
    private static func isOfOneNode(_ room: DiscoveredRoom, _ other: DiscoveredRoom) -> Bool {
        let hasOneKey = room.record.fingerprint == other.record.fingerprint
        return room.record.node == other.record.node && hasOneKey
            && (room.record.fingerprint != nil || room.host == other.host)
    }

    /// Of several rooms of one name: the known ones; else those that claim to be a known host's; else all.
    static func meant(_ found: [DiscoveredRoom], _ known: [Pin]) -> [DiscoveredRoom] {
        let byID = found.filter { isKnown($0, known) }
        guard byID.isEmpty else { return byID }
        let byHost = found.filter { isOfKnownHost($0, known) }
        return byHost.isEmpty ? found : byHost
    }

    private static func isKnown(_ room: DiscoveredRoom, _ known: [Pin]) -> Bool {
        known.contains { $0.room == room.id.lowercased() }
    }

    private static func isOfKnownHost(_ room: DiscoveredRoom, _ known: [Pin]) -> Bool {
        known.contains { $0.certificate.description == room.record.fingerprint }
    }
}
