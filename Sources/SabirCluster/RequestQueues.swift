import Dispatch

/// Where requests that wait for the cluster run: a few threads of their own, since what waits must hold up neither an
/// event loop nor the cooperative pool. What is asked for one room in one lane runs in its order.
final class RequestQueues: Sendable {
    /// While a majority of the servers is away every request takes its whole time: none of these waits for the others.
    enum Lane: Int, CaseIterable, Sendable {
        /// The room's stream: found, followed, looked up.
        case stream
        /// The buckets.
        case keys
        /// What people wait for: older lines, acts of staff, erasures.
        case people
    }

    private let queues: [[DispatchQueue]]

    /// Queues of each lane; a thousand rooms that begin at once should not wait for one another's answers.
    init(count: Int = 32) {
        queues = Lane.allCases.map { lane in
            (0..<count).map { DispatchQueue(label: "sabir.cluster.\(lane).\($0)") }
        }
    }

    func run(_ lane: Lane = .stream, for room: String, _ work: @escaping @Sendable () -> Void) {
        let queues = queues[lane.rawValue]
        queues[Int(room.hashValue.magnitude % UInt(queues.count))].async(execute: work)
    }
}
