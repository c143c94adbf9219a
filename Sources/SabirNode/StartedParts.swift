import SabirCore
import Synchronization

/// The parts of a node that were started, and how to end each: when a later part cannot start, so that another attempt
/// finds the ports, the history and the state directory free; and when the node stops.
struct StartedParts: Sendable {
    /// The stages of ending, one after the other; a stage's parts end side by side.
    enum Stage {
        /// No more guests should come. A hanging daemon delays only the state directory.
        case announcement
        /// Parts that speak for others: their last words are members' words.
        case relays
        /// Parts that serve people; afterwards the rooms accept nothing more, and the logs get what was said.
        case service
        /// Goodbye to every member.
        case rooms
        case logs
        /// Releases the state directory for another node, whatever happened before.
        case state
    }

    private struct Part {
        let name: String
        let stage: Stage
        let end: @Sendable () async -> Void
    }

    private var parts: [Part] = []

    mutating func add(_ name: String, _ stage: Stage, _ end: @escaping @Sendable () async -> Void) {
        parts.append(Part(name: name, stage: stage, end: end))
    }

    /// Ends all parts within `limit`, a quarter of which is reserved for the logs. Returns the names of parts that did
    /// not end in time and are no longer awaited.
    func end(within limit: Duration) async -> [String] {
        let (done, deadline) = (EndedParts(), ContinuousClock.now + limit)
        let withdrawal = Task { await end(.announcement, done) }
        _ = await within(limit * 3 / 4) {
            for stage in [Stage.relays, .service, .rooms] { await end(stage, done) }
        }
        _ = await within(ContinuousClock.now.duration(to: deadline)) {
            await end(.logs, done)
            await withdrawal.value
        }
        let left = parts.filter { $0.stage != .state }.map(\.name).filter { !done.contains($0) }
        await end(.state, done)
        return left
    }

    private func end(_ stage: Stage, _ done: EndedParts) async {
        await withDiscardingTaskGroup { group in
            for part in parts where part.stage == stage {
                group.addTask {
                    await part.end()
                    done.insert(part.name)
                }
            }
        }
    }
}

private final class EndedParts: Sendable {
    private let names = Mutex<Set<String>>([])

    func insert(_ name: String) { names.withLock { _ = $0.insert(name) } }
    func contains(_ name: String) -> Bool { names.withLock { $0.contains(name) } }
}
