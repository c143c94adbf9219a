import Synchronization

/// Counts the events that wait for their reader, and wakes the reading thread when there is room again.
final class LineBacklog: Sendable {
    static let limit = 256

    private let waiting = Atomic<Int>(0)
    private let wake: WakeEvent

    init(wake: WakeEvent) {
        self.wake = wake
    }

    var isFull: Bool { waiting.load(ordering: .acquiring) >= Self.limit }

    func increment() {
        waiting.add(1, ordering: .acquiringAndReleasing)
    }

    func decrement() {
        let before = waiting.subtract(1, ordering: .acquiringAndReleasing).oldValue
        if before == Self.limit { wake.signal() }
    }
}

/// The reading thread's end of `LineEvents`.
struct LineEventSink: Sendable {
    let continuation: AsyncStream<LineEvent>.Continuation
    let backlog: LineBacklog

    static func make(wake: WakeEvent) -> (LineEvents, LineEventSink) {
        // The stream itself is unbounded: the backlog bounds it by holding back the thread that feeds it.
        let (stream, continuation) = AsyncStream.makeStream(of: LineEvent.self, bufferingPolicy: .unbounded)
        let backlog = LineBacklog(wake: wake)
        let events = stream.map { event in
            backlog.decrement()
            return event
        }
        return (events, LineEventSink(continuation: continuation, backlog: backlog))
    }

    func send(_ event: LineEvent) {
        backlog.increment()
        continuation.yield(event)
    }
}
