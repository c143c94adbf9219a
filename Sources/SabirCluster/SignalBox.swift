import Synchronization

/// Signals for an owner from the C library's threads, and from callers that do not wait: taken all at once by its one
/// reader.
///
/// Deliveries are bounded by the consumer's flow control, whose requests are answered only when the owner reaches them;
/// offers by their queue. Uses a lock, held for an append, since the library's threads cannot enter an actor.
final class SignalBox<Signal: Sendable>: Sendable {
    private let signals = Mutex<[Signal]>([])
    private let bell: AsyncStream<Void>.Continuation
    /// Rings at least once after every `put`.
    let rings: AsyncStream<Void>

    init() { (rings, bell) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1)) }

    func put(_ signal: Signal) {
        let isFirst = signals.withLock { list in
            list.append(signal)
            return list.count == 1
        }
        if isFirst { bell.yield() }
    }

    func takeAll() -> [Signal] {
        signals.withLock { list in
            defer { list = [] }
            return list
        }
    }

    func close() { bell.finish() }
}
