import Dispatch

/// The one serial queue on which all state of discovery lives. libavahi's calls wait for D-Bus (up to 25 s where a
/// daemon hangs), which must stall neither an event loop nor the cooperative pool.
final class DiscoveryExecutor: SerialExecutor {
    private let queue = DispatchQueue(label: "sabir.discovery")

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }
}
