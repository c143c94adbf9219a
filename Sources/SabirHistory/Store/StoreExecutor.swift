import Dispatch

/// The serial queue on which a store's state lives: a commit blocks its thread, which is to be none of the cooperative
/// pool's.
final class StoreExecutor: SerialExecutor {
    private let queue = DispatchQueue(label: "sabir.history")

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }

    /// Runs `work` behind all that the queue has to do already: what is handed over so costs no task.
    func run(_ work: @escaping @Sendable () -> Void) { queue.async(execute: work) }

    func checkIsolated() { dispatchPrecondition(condition: .onQueue(queue)) }
}
