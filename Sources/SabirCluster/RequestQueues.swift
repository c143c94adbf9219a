import Dispatch

/// Runs requests that wait for the cluster on a few threads of their own, as waiting must block neither an event loop
/// nor the cooperative pool. Requests of one room in one lane run in order.
final class RequestQueues: Sendable {
    /// While a majority of the servers is away every request takes its full time-out: lanes keep these from waiting for
    /// each other.
    enum Lane: Int, CaseIterable, Sendable {
        /// The room's stream: finding, following, looking up.
        case stream
        /// The buckets.
        case keys
        /// What people wait for: older lines, acts of staff, erasures.
        case people
    }

    private let queues: [[DispatchQueue]]

    /// Queues in each lane; a thousand rooms that start at once should not wait for one another's answers.
    init(count: Int = 32) {
        queues = Lane.allCases.map { lane in
            (0..<count).map { DispatchQueue(label: "sabir.cluster.\(lane).\($0)") }
        }
    }

    func queue(_ lane: Lane = .stream, for room: String) -> DispatchQueue {
        let queues = queues[lane.rawValue]
        return queues[Int(room.hashValue.magnitude % UInt(queues.count))]
    }
}
