import Logging
import SabirDiscovery
import SabirRooms

/// The way to a room by its name: found by mDNS or at a peer, and found anew when the last way leads nowhere.
package actor DiscoveredRoute: RoomRoute {
    /// How long a room is looked for, the first time and after it was lost.
    static let firstSearch = Duration.seconds(6)
    static let laterSearch = Duration.seconds(3)

    private let query: String
    private let finder: RoomFinder
    private var last: (id: String, destinations: [Destination])?
    private var isRepeat = false

    /// - Parameter finder: nil for one that looks at what is announced alone.
    package init(_ query: String, by finder: RoomFinder? = nil, logger: Logger) {
        self.query = query
        self.finder = finder ?? RoomFinder(logger: logger)
    }

    package nonisolated var mayLeadElsewhere: Bool { true }

    package func destinations() async throws(RouteError) -> [Destination] {
        guard let last else { return try await search(Self.firstSearch) }
        // The old way costs nothing to try; then the network is asked, and so on in turn.
        isRepeat.toggle()
        if isRepeat { return last.destinations }
        return (try? await search(Self.laterSearch)) ?? last.destinations
    }

    private func search(_ time: Duration) async throws(RouteError) -> [Destination] {
        do {
            let outcome = try await finder.find(query, or: last?.id, within: time)
            // The room may be announced under another name by now, where its own was taken: it is known by its id.
            let found = outcome.rooms.filter { $0.answers(to: query) || $0.id == last?.id }
            return try chosen(from: found, silent: outcome.silent)
        } catch let error as RouteError {
            throw error
        } catch {
            throw RouteError(
                "Rooms cannot be looked up here: \(error) Join by address instead: sabir join HOST:PORT.")
        }
    }

    /// A host that was killed is still announced for a while, until another takes its room's name.
    package func destinations(besides tried: [Destination]) async -> [Destination] {
        let isOther: @Sendable (DiscoveredRoom) -> Bool = { !Self.destinations(of: $0).allSatisfy(tried.contains) }
        let found = await finder.findOther(query, within: Self.firstSearch, where: isOther)
        let dead = last
        last = nil
        guard let others = try? chosen(from: found) else {
            last = dead
            return []
        }
        return others.filter { !tried.contains($0) }
    }

    private func chosen(from found: [DiscoveredRoom], silent: [String] = []) throws(RouteError) -> [Destination] {
        let id = try choose(from: found, silent)
        // One room may be announced more than once: by its host and by a relay, or by its host's earlier life.
        let destinations = found.filter { $0.id == id }.flatMap(Self.destinations)
        last = (id, destinations)
        return destinations
    }

    private static func destinations(of room: DiscoveredRoom) -> [Destination] {
        room.addresses.map {
            Destination(
                NodeAddress(host: $0.text, port: Int(room.port)), room: room.id, certificate: room.record.fingerprint)
        }
    }

    /// The id of the room joined before where it is among them; otherwise of the only one there is.
    private func choose(from found: [DiscoveredRoom], _ silent: [String]) throws(RouteError) -> String {
        if let last, found.contains(where: { $0.id == last.id }) { return last.id }
        guard let first = found.first else {
            throw RouteError(
                "No room \"\(query)\" was found on this network. See which there are with: sabir rooms. "
                    + (["A room can also be joined by address: sabir join HOST:PORT."] + silent).joined(separator: " "))
        }
        guard Set(found.map(\.id)).count == 1 else {
            let ways = found.map { room in "sabir join \(room.addresses[0].text):\(room.port) (\(room.host))" }
            throw RouteError("There are \(found.count) rooms \"\(query)\". Choose one: " + ways.joined(separator: ", "))
        }
        return first.id
    }
}
