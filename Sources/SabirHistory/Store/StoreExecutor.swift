import Dispatch

/// The serial queue of a store's actor: a commit blocks its thread, which must not be one of the cooperative pool's.
final class StoreExecutor: SerialExecutor {
    private let queue = DispatchQueue(label: "sabir.history")

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }

    /// Runs `work` behind everything queued before, without the cost of a task.
    func run(_ work: @escaping @Sendable () -> Void) { queue.async(execute: work) }

    func checkIsolated() { dispatchPrecondition(condition: .onQueue(queue)) }
}
