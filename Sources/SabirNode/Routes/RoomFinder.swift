import Logging
import SabirClient
import SabirConfiguration
import SabirDiscovery
import SabirProtocol

/// Finds rooms that are announced on the network or hosted by a configured peer.
///
/// Both are asked at the same time, and every question has a time limit.
package struct RoomFinder: Sendable {
    package struct Outcome: Sendable {
        package var rooms: [DiscoveredRoom] = []
        /// A sentence for each peer that did not answer, and for Avahi if it did not.
        package var silent: [Sentence] = []
    }

    /// How long other sources may still take after one has found the room.
    static let grace = Duration.seconds(1)

    private let settings: DiscoverySettings
    private let plaintext: Bool
    /// The id of the relay that searches for its room; nil for everybody else.
    let relay: String?
    private let logger: Logger

    /// - Parameter plaintext: whether nodes are asked without TLS.
    /// - Parameter relay: the id of the relay that searches for its room. Its own announcements are ignored.
    package init(
        _ settings: DiscoverySettings = DiscoverySettings(), plaintext: Bool = false, for relay: String? = nil,
        logger: Logger
    ) {
        self.settings = settings
        self.plaintext = plaintext
        self.relay = relay
        self.logger = logger
    }

    /// Every room, once for each node that has it. Throws if there is no way to search.
    package func rooms(for time: Duration) async throws -> Outcome {
        var outcome = try await search(within: time) { _ in false }
        outcome.rooms = Self.withoutDoubles(outcome.rooms)
        return outcome
    }

    /// Returns soon after the first room of this name (ignoring case) or id is found; others may be among the results.
    /// Throws if there is no way to search.
    ///
    /// - Parameter id: a room that is meant whatever its name.
    /// - Parameter isWanted: whether finding this room is enough; otherwise the search continues until `time` is over.
    package func find(
        _ query: String, or id: String? = nil, within time: Duration,
        where isWanted: @escaping @Sendable (DiscoveredRoom) -> Bool = { _ in true }
    ) async throws -> Outcome {
        let relay = relay
        var outcome = try await search(within: time) { room in
            room.record.node != relay && (room.id == id || room.answers(to: query) && isWanted(room))
        }
        outcome.rooms.removeAll { $0.record.node == relay }
        return outcome
    }

    package func askPeers() async -> [PeerAnswer] {
        await withTaskGroup(of: PeerAnswer.self) { group in
            for peer in settings.peers { group.addTask { await PeerAnswer.of(peer, plaintext: plaintext) } }
            return await group.reduce(into: []) { $0.append($1) }
        }
    }

    /// Removes rooms named by a peer that are announced as well.
    static func withoutDoubles(_ rooms: [DiscoveredRoom]) -> [DiscoveredRoom] {
        struct Key: Hashable { let id, node: String }
        var seen: Set<Key> = []
        return (rooms.filter { $0.peer == nil } + rooms.filter { $0.peer != nil }).filter {
            // Two announcements of one room by one node under two host names both stay.
            let isNew = seen.insert(Key(id: $0.id.lowercased(), node: $0.record.node)).inserted
            return isNew || $0.peer == nil
        }
    }
}

extension RoomFinder {
    private enum News: Sendable {
        case announced(Result<[DiscoveredRoom], any Error>)
        case peer(PeerAnswer)
        case timeIsUp
    }

    /// Waits until all have answered, until `time` is over, or for `grace` after enough was found.
    private func search(
        within time: Duration, enough: @escaping @Sendable (DiscoveredRoom) -> Bool
    ) async throws -> Outcome {
        guard settings.mdns || !settings.peers.isEmpty else {
            throw RouteError(
                "This machine looks for no rooms: [discovery] has mdns = false, and no peers.", as: "lookup-failed",
                ["command": "sabir doctor"])
        }
        let (news, told) = AsyncStream.makeStream(of: News.self)
        var tasks = ask(within: time, enough, told)
        var waiting = tasks.count
        // Announcements are delivered at the very end of their time.
        tasks.append(Self.alarm(in: time + Self.grace / 2, told))
        defer { for task in tasks { task.cancel() } }
        var (outcome, failure, isEnding) = (Outcome(), (any Error)?.none, false)
        var unheard = settings.peers
        for await piece in news {
            waiting -= 1
            switch piece {
            case .announced(.success(let rooms)): outcome.rooms += rooms
            case .announced(.failure(let error)): failure = error
            case .peer(let answer):
                unheard.removeAll { $0 == answer.peer }
                outcome.rooms += answer.rooms
                if let silence = answer.silence { outcome.silent.append(silence) }
            case .timeIsUp:
                waiting = 0
                // Once enough is found, nobody waits for the others.
                if !isEnding { outcome.silent += unheard.map(Self.noAnswer) }
            }
            guard waiting > 0 else { break }
            if !isEnding, outcome.rooms.contains(where: enough) {
                isEnding = true
                tasks.append(Self.alarm(in: Self.grace, told))
            }
        }
        if let failure, settings.peers.isEmpty { throw failure }
        if let failure {
            outcome.silent.append(
                Sentence(
                    "What is announced cannot be looked up: \(failure)", as: "lookup-failed",
                    ["command": "sabir doctor"]))
        }
        return outcome
    }

    private func ask(
        within time: Duration, _ enough: @escaping @Sendable (DiscoveredRoom) -> Bool,
        _ told: AsyncStream<News>.Continuation
    ) -> [Task<Void, Never>] {
        var tasks = settings.peers.map { peer in
            Task { _ = told.yield(.peer(await PeerAnswer.of(peer, plaintext: plaintext))) }
        }
        if settings.mdns {
            tasks.append(Task { _ = told.yield(.announced(await announced(within: time, until: enough))) })
        }
        return tasks
    }

    private static func noAnswer(of peer: NodeAddress) -> Sentence {
        Sentence("\(peer) does not say which rooms it has.", as: "peer-silent", ["address": peer.description])
    }

    private func announced(
        within time: Duration, until isEnough: @escaping @Sendable (DiscoveredRoom) -> Bool
    ) async -> Result<[DiscoveredRoom], any Error> {
        do {
            return .success(
                try await Browser.rooms(within: time, on: settings.interfaces, logger: logger, until: isEnough))
        } catch {
            return .failure(error)
        }
    }

    private static func alarm(in time: Duration, _ told: AsyncStream<News>.Continuation) -> Task<Void, Never> {
        Task {
            guard (try? await Task.sleep(for: time)) != nil else { return }
            told.yield(.timeIsUp)
        }
    }
}
