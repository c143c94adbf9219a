import Foundation
import NIOConcurrencyHelpers

/// Tasks that begin, or go on, on the thread of a loop that is driven by hand take their turns on that loop, and not on
/// the threads that tasks share: so that what comes of them comes in one order.
///
/// By the runtime's own hook for tasks that belong to no actor (`swift_task_enqueueGlobal_hook`), which is there for
/// those who bring a scheduler of their own. Tasks of all other threads go where they always go.
enum TasksInTurn {
    private typealias Original = @convention(thin) (UnownedJob) -> Void
    private typealias Hook = @convention(thin) (UnownedJob, Original) -> Void

    private static let loop = NIOLockedValueBox<HandLoop?>(nil)

    private static let isHooked: Bool = {
        guard let symbol = dlsym(dlopen(nil, RTLD_LAZY), "swift_task_enqueueGlobal_hook") else { return false }
        symbol.assumingMemoryBound(to: Hook?.self).pointee = { job, original in
            guard let loop = TasksInTurn.loop.withLockedValue({ $0 }), loop.inEventLoop else { return original(job) }
            loop.execute { job.runSynchronously(on: loop.asUnownedSerialExecutor()) }
        }
        return true
    }()

    /// From now on, for this loop alone. False where this runtime has no such hook.
    static func belong(to loop: HandLoop?) -> Bool {
        Self.loop.withLockedValue { $0 = loop }
        return isHooked
    }
}
