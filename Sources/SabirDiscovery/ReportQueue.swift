import Synchronization

/// Avahi's reports for one owner of Avahi objects, in order and bounded.
///
/// Reports are changes, so after one missing report the rest is wrong. If a slow owner lets the queue fill up, the
/// queue takes nothing more and tells the client once to start a new session. Part of the queue is reserved for the
/// client's own statuses.
///
/// Uses an atomic flag instead of an actor, because C callbacks report here and cannot wait.
final class ReportQueue: Sendable {
    static let reserve = 64

    let signals: AsyncStream<AvahiSignal>
    private let queue: AsyncStream<AvahiSignal>.Continuation
    private let isFull = Atomic(false)
    private let overflowed: @Sendable () -> Void

    init(bound: Int, overflowed: @escaping @Sendable () -> Void) {
        (signals, queue) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(bound))
        self.overflowed = overflowed
    }

    /// Adds an object's report.
    func report(_ signal: AvahiSignal) {
        guard !isFull.load(ordering: .acquiring) else { return }
        guard case .enqueued(let remaining) = queue.yield(signal), remaining > Self.reserve else {
            if !isFull.exchange(true, ordering: .acquiringAndReleasing) { overflowed() }
            return
        }
    }

    /// Adds a status of the client.
    func add(_ status: AvahiStatus) { queue.yield(.status(status)) }

    /// Takes reports again, after the objects that had reported are gone.
    func beginAnew() { isFull.store(false, ordering: .releasing) }

    func finish() { queue.finish() }
}
