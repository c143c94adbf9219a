import Synchronization

/// What Avahi reports to one owner of its objects, in order and bounded.
///
/// Reports are changes: after one that is missing the rest is wrong. Where the owner is so far behind that the queue is
/// full, nothing more is taken, and whoever holds the objects is told once, to begin them anew. A part of the queue is
/// kept for what the client itself has to say, such as that it begins anew.
///
/// A lock and not an actor: the callbacks of a C library report here, and cannot wait.
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

    /// What an object reports.
    func report(_ signal: AvahiSignal) {
        guard !isFull.load(ordering: .acquiring) else { return }
        guard case .enqueued(let remaining) = queue.yield(signal), remaining > Self.reserve else {
            if !isFull.exchange(true, ordering: .acquiringAndReleasing) { overflowed() }
            return
        }
    }

    /// What the client says of itself.
    func tell(_ status: AvahiStatus) { queue.yield(.status(status)) }

    /// The objects that reported are gone: others may.
    func beginAnew() { isFull.store(false, ordering: .releasing) }

    func finish() { queue.finish() }
}
