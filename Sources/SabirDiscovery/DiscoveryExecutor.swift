import Dispatch

/// The one serial queue that owns all state of discovery. libavahi's calls wait for D-Bus (up to 25 s if a daemon
/// hangs), and must block neither an event loop nor the cooperative pool.
final class DiscoveryExecutor: SerialExecutor {
    private let queue = DispatchQueue(label: "sabir.discovery")

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }
}
