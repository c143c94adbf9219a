import Dispatch

/// Runs an actor's jobs one after another on a dispatch queue of its own, for libraries that block their thread, which
/// must be neither an event loop's nor one of Swift's shared pool.
final class QueueExecutor: SerialExecutor {
    private let queue: DispatchQueue

    init(label: String) { queue = DispatchQueue(label: label) }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }
}
