import Dispatch
import Foundation
import NIOConcurrencyHelpers
import NIOCore

#if canImport(Glibc)
    import Glibc
#endif

/// An event loop of the thread that made it, with a clock that is moved by hand: nothing runs until it is told to.
///
/// Rooms are actors on it, so that a test drives the whole machine from one thread, in one order, without waiting.
final class HandLoop: EventLoop, NIOSerialEventLoopExecutor, @unchecked Sendable {
    // Unchecked: `tasks` is behind its lock; all else is used by the thread that made it alone.

    private struct Timer {
        let id: Int
        let deadline: NIODeadline
        let task: @Sendable () -> Void
    }

    private let thread = pthread_self()
    private let tasks = NIOLockedValueBox<CircularBuffer<@Sendable () -> Void>>([])
    private let arrivals = DispatchSemaphore(value: 0)
    private var timers: [Timer] = []
    private var timersMade = 0
    private(set) var now: NIODeadline

    init(now: NIODeadline) { self.now = now }

    var inEventLoop: Bool { pthread_equal(pthread_self(), thread) != 0 }

    func execute(_ task: @escaping @Sendable () -> Void) {
        tasks.withLockedValue { $0.append(task) }
        arrivals.signal()
    }

    /// Takes turns until one yields true, as a log's answers come over other threads: as many as it needs, however busy the
    /// machine is, and for a minute at most, which ends a failure.
    func turns(until turn: () -> Bool) {
        let end = DispatchTime.now() + 60
        while !turn(), DispatchTime.now() < end {
            // What has come already ends it at once.
            _ = arrivals.wait(timeout: .now() + .milliseconds(10))
        }
    }

    func scheduleTask<T>(deadline: NIODeadline, _ task: @escaping @Sendable () throws -> T) -> Scheduled<T> {
        preconditionInEventLoop()
        let promise = makePromise(of: T.self)
        timersMade += 1
        let id = timersMade
        timers.append(Timer(id: id, deadline: deadline) { promise.completeWith(Result { try task() }) })
        return Scheduled(promise: promise) { self.timers.removeAll { $0.id == id } }
    }

    func scheduleTask<T>(in time: TimeAmount, _ task: @escaping @Sendable () throws -> T) -> Scheduled<T> {
        scheduleTask(deadline: now + time, task)
    }

    /// All that is due, until nothing is. False where that does not come to an end.
    @discardableResult
    func run(atMost limit: Int = 100_000) -> Bool {
        for _ in 0..<limit {
            if let task = tasks.withLockedValue({ $0.popFirst() }) {
                task()
            } else if let index = next, timers[index].deadline <= now {
                timers.remove(at: index).task()
            } else {
                return true
            }
        }
        return false
    }

    /// Moves the clock on, over everything that is due meanwhile.
    func advance(by time: TimeAmount) {
        let end = now + time
        run()
        while let index = next, timers[index].deadline <= end {
            now = max(now, timers[index].deadline)
            run()
        }
        now = end
        run()
    }

    private var next: Int? {
        timers.indices.min { (timers[$0].deadline, timers[$0].id) < (timers[$1].deadline, timers[$1].id) }
    }

    func shutdownGracefully(queue: DispatchQueue, _ callback: @escaping @Sendable ((any Error)?) -> Void) {
        queue.async { callback(nil) }
    }
}

extension HandLoop {
    /// Runs on a thread of its own, of which the loops that it makes are. Turns of such a loop are taken without waiting
    /// for anything, and a log's answers come over the threads that tasks share: a test that took turns on one of those
    /// would keep them from coming.
    static func onItsThread<T: Sendable>(_ work: @escaping @Sendable () -> T) async -> T {
        await withCheckedContinuation { done in Thread.detachNewThread { done.resume(returning: work()) } }
    }
}
