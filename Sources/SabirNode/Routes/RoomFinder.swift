import Logging
import SabirClient
import SabirConfiguration
import SabirDiscovery
import SabirProtocol

/// Finds rooms: those announced on the network, and those of the peers that the configuration names.
///
/// Both are asked at the same time; every question ends within its time, whoever does not answer.
package struct RoomFinder: Sendable {
    /// What was found.
    package struct Outcome: Sendable {
        package var rooms: [DiscoveredRoom] = []
        /// A sentence for each peer that did not answer, and for Avahi where it did not.
        package var silent: [Sentence] = []
    }

    /// How long the other ways may still take once one has found what is looked for.
    static let grace = Duration.seconds(1)

    private let settings: DiscoverySettings
    private let plaintext: Bool
    /// The id of the relay that looks for its room; nil for everybody else.
    let relay: String?
    private let logger: Logger

    /// - Parameter plaintext: whether nodes are asked without TLS.
    /// - Parameter relay: the id of the relay that looks for its room. What it announces itself leads nowhere.
    package init(
        _ settings: DiscoverySettings = DiscoverySettings(), plaintext: Bool = false, for relay: String? = nil,
        logger: Logger
    ) {
        self.settings = settings
        self.plaintext = plaintext
        self.relay = relay
        self.logger = logger
    }

    /// Every room, once for each node that has it. Throws where there is no way at all to look.
    package func rooms(for time: Duration) async throws -> Outcome {
        let (interfaces, logger) = (settings.interfaces, logger)
        var outcome = try await search(within: time, enough: { _ in false }) {
            try await Browser.rooms(for: time, on: interfaces, logger: logger)
        }
        outcome.rooms = Self.withoutDoubles(outcome.rooms)
        return outcome
    }

    /// Returns soon after the first room of this name (without regard to case) or id is found; others may be among
    /// them. Throws where there is no way at all to look.
    ///
    /// - Parameter id: of a room that is meant whatever it is called.
    /// - Parameter isWanted: whether one of these rooms is enough; others are looked for beyond it, until `time` is over.
    package func find(
        _ query: String, or id: String? = nil, within time: Duration,
        where isWanted: @escaping @Sendable (DiscoveredRoom) -> Bool = { _ in true }
    ) async throws -> Outcome {
        let (interfaces, logger, relay) = (settings.interfaces, logger, relay)
        let mayEnd: @Sendable (DiscoveredRoom) -> Bool = {
            $0.record.node != relay && (isWanted($0) || $0.id == id)
        }
        let isEnough: @Sendable (DiscoveredRoom) -> Bool = { ($0.answers(to: query) || $0.id == id) && mayEnd($0) }
        var outcome = try await search(within: time, enough: isEnough) {
            try await Browser.find(
                query, or: id, within: time, on: interfaces, logger: logger, where: mayEnd)
        }
        outcome.rooms.removeAll { $0.record.node == relay }
        return outcome
    }

    /// The rooms of this name or id that `isOther` says yes to; waits for one to turn up.
    package func findOther(
        _ query: String, within time: Duration, where isOther: @escaping @Sendable (DiscoveredRoom) -> Bool
    ) async -> [DiscoveredRoom] {
        let (interfaces, logger, relay) = (settings.interfaces, logger, relay)
        let mayEnd: @Sendable (DiscoveredRoom) -> Bool = { isOther($0) && $0.record.node != relay }
        let isMatch: @Sendable (DiscoveredRoom) -> Bool = { $0.answers(to: query) && mayEnd($0) }
        let outcome = try? await search(within: time, enough: isMatch) {
            await Browser.findOther(query, within: time, on: interfaces, logger: logger, where: mayEnd)
        }
        return (outcome?.rooms ?? []).filter(isMatch)
    }

    /// What each peer answers.
    package func askPeers() async -> [PeerAnswer] {
        await withTaskGroup(of: PeerAnswer.self) { group in
            for peer in settings.peers { group.addTask { await PeerAnswer.of(peer, plaintext: plaintext) } }
            return await group.reduce(into: []) { $0.append($1) }
        }
    }

    /// What a peer names and an announcement shows as well, is the announcement's.
    static func withoutDoubles(_ rooms: [DiscoveredRoom]) -> [DiscoveredRoom] {
        struct Key: Hashable { let id, node: String }
        var seen: Set<Key> = []
        return (rooms.filter { $0.peer == nil } + rooms.filter { $0.peer != nil }).filter {
            // An announcement of one room by one node under two host names is told as it was.
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

    /// Waits until everybody has answered, or `time` is over, or `grace` after what was found is enough.
    private func search(
        within time: Duration, enough: @escaping @Sendable (DiscoveredRoom) -> Bool,
        announced: @escaping @Sendable () async throws -> [DiscoveredRoom]
    ) async throws -> Outcome {
        guard settings.mdns || !settings.peers.isEmpty else {
            throw RouteError(
                "This machine looks for no rooms: [discovery] has mdns = false, and no peers.", as: "lookup-failed",
                ["command": "sabir doctor"])
        }
        let (news, told) = AsyncStream.makeStream(of: News.self)
        var tasks = ask(announced, told)
        var waiting = tasks.count
        // What is announced comes at the very end of its time.
        tasks.append(Self.alarm(in: time + Self.grace / 2, told))
        defer { for task in tasks { task.cancel() } }
        var (outcome, failure, isEnding) = (Outcome(), (any Error)?.none, false)
        for await piece in news {
            waiting -= 1
            switch piece {
            case .announced(.success(let rooms)): outcome.rooms += rooms
            case .announced(.failure(let error)): failure = error
            case .peer(let answer):
                outcome.rooms += answer.rooms
                if let silence = answer.silence { outcome.silent.append(silence) }
            case .timeIsUp: waiting = 0
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
        _ announced: @escaping @Sendable () async throws -> [DiscoveredRoom], _ told: AsyncStream<News>.Continuation
    ) -> [Task<Void, Never>] {
        let plaintext = plaintext
        var tasks = settings.peers.map { peer in
            Task { _ = told.yield(.peer(await PeerAnswer.of(peer, plaintext: plaintext))) }
        }
        if settings.mdns { tasks.append(Task { _ = told.yield(.announced(await Self.result(announced))) }) }
        return tasks
    }

    private static func result(
        _ work: @Sendable () async throws -> [DiscoveredRoom]
    ) async -> Result<[DiscoveredRoom], any Error> {
        do { return .success(try await work()) } catch { return .failure(error) }
    }

    private static func alarm(in time: Duration, _ told: AsyncStream<News>.Continuation) -> Task<Void, Never> {
        Task {
            guard (try? await Task.sleep(for: time)) != nil else { return }
            told.yield(.timeIsUp)
        }
    }
}
