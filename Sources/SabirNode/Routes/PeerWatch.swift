import SabirConfiguration
import SabirDiscovery
import SabirProtocol

/// Asks the configured peers for their rooms repeatedly, and reports changes.
package actor PeerWatch {
    private let peers: [NodeAddress]
    private let plaintext: Bool
    private var known: [NodeAddress: [DiscoveredRoom]] = [:]
    private var silent: Set<NodeAddress> = []
    private var tasks: [Task<Void, Never>] = []
    private let told: AsyncStream<Browser.Event>.Continuation

    /// Rooms that appear and disappear, for one reader. Holds the newest 1,024 events. A peer that does not answer
    /// loses its rooms, and its silence is reported once.
    package nonisolated let events: AsyncStream<Browser.Event>

    package init(_ settings: DiscoverySettings, plaintext: Bool) {
        peers = settings.peers
        self.plaintext = plaintext
        (events, told) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1_024))
    }

    package func start() {
        guard tasks.isEmpty else { return }
        tasks = peers.map { peer in Task { await follow(peer) } }
    }

    package func close() {
        for task in tasks { task.cancel() }
        told.finish()
    }

    private func follow(_ peer: NodeAddress) async {
        var pace = PeerPace()
        while !Task.isCancelled {
            let answer = await PeerAnswer.of(peer, plaintext: plaintext)
            handle(answer)
            let pause = pace.next(answered: answer.silence == nil, chance: .random(in: 0...1))
            try? await Task.sleep(for: pause)
        }
    }

    func handle(_ answer: PeerAnswer) {
        for event in Self.difference(known[answer.peer] ?? [], answer.rooms) { told.yield(event) }
        known[answer.peer] = answer.rooms
        guard let silence = answer.silence else {
            silent.remove(answer.peer)
            return
        }
        if silent.insert(answer.peer).inserted { told.yield(.unavailable(reason: silence)) }
    }

    static func difference(_ before: [DiscoveredRoom], _ now: [DiscoveredRoom]) -> [Browser.Event] {
        let old = Dictionary(before.map { ($0.identity, $0) }, uniquingKeysWith: { first, _ in first })
        let lost = before.filter { room in !now.contains { $0.identity == room.identity } }
        return lost.map(Browser.Event.lost)
            + now.compactMap { room in
                guard let earlier = old[room.identity] else { return .found(room) }
                return earlier == room ? nil : .changed(room)
            }
    }
}
