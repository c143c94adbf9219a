import SabirCore
import Synchronization

/// What a node has begun so far, and how each part is ended: where a later one cannot begin, so that another attempt finds
/// the ports, the history and the state directory free; and when the node stops.
struct StartedParts: Sendable {
    /// What is ended when: each stage once the one before is done, its parts side by side.
    enum Stage {
        /// Nobody is to come any more. A daemon that hangs holds up nothing but the state directory.
        case announcement
        /// What speaks for others: their last words are members' words.
        case relays
        /// What serves people; the rooms take nothing in any more, and what was said gets into their logs.
        case service
        /// Goodbye to every member.
        case rooms
        /// Logs and records close.
        case logs
        /// Another node may use the state directory, whatever became of all else.
        case state
    }

    private struct Part {
        let name: String
        let stage: Stage
        let end: @Sendable () async -> Void
    }

    private var parts: [Part] = []

    mutating func begun(_ name: String, _ stage: Stage, _ end: @escaping @Sendable () async -> Void) {
        parts.append(Part(name: name, stage: stage, end: end))
    }

    /// Ends all parts within `limit`, of which the logs have a quarter to themselves, whatever people are waited for. Then
    /// those that are left are not waited for any longer: their names.
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
        let left = parts.filter { $0.stage != .state }.map(\.name).filter { !done.has($0) }
        await end(.state, done)
        return left
    }

    private func end(_ stage: Stage, _ done: EndedParts) async {
        await withDiscardingTaskGroup { group in
            for part in parts where part.stage == stage {
                group.addTask {
                    await part.end()
                    done.note(part.name)
                }
            }
        }
    }
}

/// The names of parts that have ended.
private final class EndedParts: Sendable {
    private let names = Mutex<Set<String>>([])

    func note(_ name: String) { names.withLock { _ = $0.insert(name) } }
    func has(_ name: String) -> Bool { names.withLock { $0.contains(name) } }
}
