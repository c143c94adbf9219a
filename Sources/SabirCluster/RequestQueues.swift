import Dispatch

/// Where requests that wait for the cluster run: threads of their own, no more than there are rooms, since what waits must hold up neither an
/// event loop nor the cooperative pool. What is asked for one room runs in its order.
final class RequestQueues: Sendable {
    private let queues: [DispatchQueue]

    init(count: Int = 32) {
        queues = (0..<count).map { DispatchQueue(label: "sabir.cluster.\($0)") }
    }

    func run(for room: String, _ work: @escaping @Sendable () -> Void) {
        queues[Int(room.hashValue.magnitude % UInt(queues.count))].async(execute: work)
    }
}
