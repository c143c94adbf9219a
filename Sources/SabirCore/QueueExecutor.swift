import Dispatch

/// The serial queue of actors whose calls block their thread: on a disk, or on a program that may hang. Such a thread
/// must be neither an event loop's nor one of the cooperative pool's.
package final class QueueExecutor: SerialExecutor {
    private let queue: DispatchQueue

    package init(label: String) { queue = DispatchQueue(label: label) }

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }

    /// Runs `work` behind everything queued before, without the cost of a task.
    package func run(_ work: @escaping @Sendable () -> Void) { queue.async(execute: work) }

    package func checkIsolated() { dispatchPrecondition(condition: .onQueue(queue)) }
}
